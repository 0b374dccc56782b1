import { focusManager } from "@tanstack/react-query";

const IDLE_AFTER_MS = 30 * 60_000;
const CHECK_EVERY_MS = 30_000;

let lastActivity = Date.now();
let paused = false;
const listeners = new Set<() => void>();

export function isPaused(): boolean {
  return paused;
}

export function onPause(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records that the user is active, and continues polling after a pause. */
export function resume(): void {
  lastActivity = Date.now();
  if (!paused) return;
  setPaused(false);
}

function setPaused(now: boolean): void {
  paused = now;
  // React Query polls only in a focused window, so `false` stops polling and `undefined` restores the real focus.
  focusManager.setFocused(now ? false : undefined);
  for (const listener of listeners) listener();
}

const ACTIVITY_EVENTS = ["pointerdown", "keydown", "pointermove", "scroll"] as const;

/** Pauses polling after half an hour without input. Returns a function that ends this watch. */
export function watchActivity(): () => void {
  const timer = setInterval(() => {
    if (!paused && Date.now() - lastActivity > IDLE_AFTER_MS) setPaused(true);
  }, CHECK_EVERY_MS);
  for (const sign of ACTIVITY_EVENTS) window.addEventListener(sign, resume, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const sign of ACTIVITY_EVENTS) window.removeEventListener(sign, resume, { capture: true });
  };
}
