/** The scroll position and the number of list pages, to restore on the way back. */
type PositionKind = "y" | "pages";

function keyOf(kind: PositionKind): string {
  return `${kind}:${Object(history.state).id ?? location.pathname}`;
}

export function leave(kind: PositionKind, value: number): void {
  sessionStorage.setItem(keyOf(kind), String(value));
}

/** The saved value, or 0 on a new page. */
export function left(kind: PositionKind): number {
  return Number(sessionStorage.getItem(keyOf(kind)) ?? 0);
}
