// The keyboard, where no field and no shape of the plane takes it.

/** What keys do; `other` says whether it took one of the rest. */
export function keys(act: Record<string, () => void>, other: (event: KeyboardEvent, target: HTMLElement) => boolean): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
    // A button is pressed by the space bar.
    const chosen = event.key === " " && target.closest("button, summary") ? undefined : act[event.key];
    if (chosen) chosen();
    else if (!other(event, target)) return;
    event.preventDefault();
  });
}
