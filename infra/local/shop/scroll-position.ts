/** The state of a page for going back to it: the scroll position, and the number of list pages. */
type Kept = "y" | "pages";

function keyOf(kept: Kept): string {
  return `${kept}:${Object(history.state).id ?? location.pathname}`;
}

export function leave(kept: Kept, value: number): void {
  sessionStorage.setItem(keyOf(kept), String(value));
}

/** The saved value, or 0. */
export function left(kept: Kept): number {
  return Number(sessionStorage.getItem(keyOf(kept)) ?? 0);
}
