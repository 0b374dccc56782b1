/** What is restored when the visitor goes back to a page: `y` to scroll to, and the number of list pages. */
type PositionPart = "y" | "pages";

function keyOf(part: PositionPart): string {
  return `${part}:${Object(history.state).id ?? location.pathname}`;
}

export function savePosition(part: PositionPart, value: number): void {
  sessionStorage.setItem(keyOf(part), String(value));
}

/** The saved value, or 0. */
export function savedPosition(part: PositionPart): number {
  return Number(sessionStorage.getItem(keyOf(part)) ?? 0);
}
