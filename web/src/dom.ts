// The elements of the page, by name.

export const at = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** An element with properties and what is inside of it. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, more: Partial<HTMLElementTagNameMap[K]> = {}, ...inside: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), more);
  made.append(...inside);
  return made;
}

/** Words that are there already are left alone: writing them again would be a new layout. */
export function write(element: Element, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** The same for an attribute. */
export function mark(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
