// The pair as code, and help.

import { codeOf, type Language } from "./code";
import { at } from "./dom";
import { message } from "./engine";
import { toHash, type State } from "./state";

export function dialogs(state: () => State): void {
  const dialog = at<HTMLDialogElement>("code-dialog");
  const field = at<HTMLTextAreaElement>("code-text");
  const fill = (language: string) => {
    try {
      const link = `${location.href.split("#")[0]}#${toHash(state())}`;
      field.value = language === "link" ? link : codeOf(state(), language as Language);
    } catch (error) {
      field.value = message(error);
    }
    at("copied").textContent = "";
    for (const button of dialog.querySelectorAll<HTMLElement>("[data-language]")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
  };
  at("code").addEventListener("click", () => {
    fill("rust");
    dialog.showModal();
  });
  for (const button of dialog.querySelectorAll<HTMLElement>("[data-language]")) {
    button.addEventListener("click", () => fill(button.dataset.language!));
  }
  at("copy").addEventListener("click", () => void copy(field));
  at("close-code").addEventListener("click", () => dialog.close());
  at("help").addEventListener("click", help);
}

export function help(): void {
  at<HTMLDialogElement>("help-dialog").showModal();
}

async function copy(field: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
    at("copied").textContent = "Copied.";
  } catch {
    field.select();
    at("copied").textContent = "Press Ctrl+C to copy.";
  }
}
