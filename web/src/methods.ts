// The methods that can be asked for, as people call them.

export const METHODS: [string, string][] = [
  ["", "best for the pair"], ["gjk", "GJK"], ["active-set", "active set"], ["newton", "Newton on the dual"], ["interior", "interior point"],
  ["barrier", "interior point, always inside"], ["lemke", "Lemke"], ["conjugate", "conjugate gradients"], ["formula", "formula"],
  ["refinement", "cutting planes"], ["refinement-4", "cutting planes, four a round"], ["refinement-7", "cutting planes, seven a round"],
  ["model", "fixed polyhedra"], ["hybrid", "polyhedra, then iteration"], ["point-iteration", "point iteration"], ["exact", "exact (fractions)"],
];

const NAMES = new Map(METHODS);

export const methodName = (method: string): string => NAMES.get(method) ?? method;
