import { focusManager } from "@tanstack/react-query";

/** Milliseconds without input before polling stops, and between two checks. */
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

/** Ends the pause, after which the screen is read again. */
export function resume(): void {
  last = Date.now();
  if (!paused) return;
  become(false);
}

function become(now: boolean): void {
  paused = now;
  // Queries poll only while the window has the focus: without it they pause.
  focusManager.setFocused(now ? false : undefined);
  for (const listener of listeners) listener();
}

const SIGNS = ["pointerdown", "keydown", "pointermove", "scroll"] as const;

/** Pauses polling while there is no input; returns a function that stops watching. */
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
