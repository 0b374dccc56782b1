import { focusManager } from "@tanstack/react-query";

/** Milliseconds without input after which nothing is asked for any more. */
const LONG = 30 * 60_000;
const LOOK = 30_000;

let last = Date.now();
let paused = false;
const listeners = new Set<() => void>();

export function isPaused(): boolean {
  return paused;
}

export function onPause(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Somebody is here again: what is shown is read anew at once. */
export function resume(): void {
  last = Date.now();
  if (!paused) return;
  become(false);
}

function become(now: boolean): void {
  paused = now;
  // Polls ask only while the window has the focus, as far as they know.
  focusManager.setFocused(now ? false : undefined);
  for (const listener of listeners) listener();
}

const SIGNS = ["pointerdown", "keydown", "pointermove", "scroll"] as const;

/** Watches whether somebody is here; gives back what ends it. */
export function startPresence(): () => void {
  const timer = setInterval(() => {
    if (!paused && Date.now() - last > LONG) become(true);
  }, LOOK);
  for (const sign of SIGNS) window.addEventListener(sign, resume, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, resume, { capture: true });
  };
}
