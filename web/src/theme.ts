// Light or dark: as the system has it, until someone chooses.

import { at } from "./dom";

export function theme(changed: () => void): void {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  const apply = () => {
    root.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    changed();
  };
  dark.addEventListener("change", apply);
  at("theme").addEventListener("click", () => {
    chosen = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // As above.
    }
    apply();
  });
  apply();
}
