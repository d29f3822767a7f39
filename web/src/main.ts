// Starts the page.

import "./style.css";

import { at } from "./dom";
import { message, start } from "./engine";
import { Page } from "./page";

async function begin(): Promise<void> {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    await start();
    const page = new Page();
    // For tests, and for the console.
    Object.assign(globalThis, { playground: page });
    addEventListener("error", (event) => page.say(`Something went wrong: ${event.message}`));
    addEventListener("unhandledrejection", (event) => page.say(`Something went wrong: ${message(event.reason)}`));
    await page.open();
    performance.mark("ready");
  } catch (error) {
    const box = at("message");
    box.querySelector("span")!.textContent = `The page cannot start: ${message(error)}`;
    box.hidden = false;
  }
}

void begin();
