// Pairs and traces from files: dropped on the page, or lying beside it.

import { message, readFile } from "./engine";
import { fromQuery, type State } from "./state";

const MOST = 16 << 20;

/** What a file tells. A trace, as `clearance explain --json` writes it, opens at its first step. */
function opened(text: string, name: string): State {
  const state = fromQuery(readFile(text, name));
  if (/"steps"\s*:/.test(text)) state.step = 0;
  return state;
}

/** A pair that lies beside the page. */
export async function fetched(name: string): Promise<State> {
  if (!/^[\w-]+\.(json|toml)$/.test(name)) throw `${name} is not the name of a file beside this page`;
  const answer = await fetch(name);
  if (!answer.ok) throw `${name} is not there`;
  return opened(await answer.text(), name);
}

/** Files that are dropped go to `show`; what is wrong with them to `say`. */
export function dropZone(show: (state: State, note: string) => void, say: (words: string) => void): void {
  const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
  const take = async (file: File) => {
    try {
      if (file.size > MOST) throw "it is larger than 16 MiB";
      show(opened(await file.text(), file.name), `From ${file.name}.`);
    } catch (error) {
      say(`${file.name} cannot be opened: ${message(error)}`);
    }
  };
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", () => mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  });
}
