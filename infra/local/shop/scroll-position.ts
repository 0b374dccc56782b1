/** How a page was left, for the way back to it: how far it was scrolled, and how much of a list was shown. */
type Kept = "y" | "pages";

function keyOf(kept: Kept): string {
  return `${kept}:${Object(history.state).id ?? location.pathname}`;
}

export function leave(kept: Kept, value: number): void {
  sessionStorage.setItem(keyOf(kept), String(value));
}

/** What was left, or 0 on a page that was not there before. */
export function left(kept: Kept): number {
  return Number(sessionStorage.getItem(keyOf(kept)) ?? 0);
}
