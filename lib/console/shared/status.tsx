import { Button, CloseButton, Paper } from "@mantine/core";
import { useEffect, useSyncExternalStore } from "react";
import { w } from "./words.ts";

interface Told {
  text: string;
  undo?: () => void;
}

/** Milliseconds for which a message is shown, and for which it can be undone. */
const STAYS = 5_000;
const UNDO = 8_000;

let told: Told | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let settle: (() => void) | undefined;
const listeners = new Set<() => void>();

function show(next: Told | undefined, milliseconds = STAYS, after?: () => void): void {
  settleNow();
  told = next;
  settle = after;
  clearTimeout(timer);
  timer = next ? setTimeout(() => show(undefined), milliseconds) : undefined;
  for (const listener of listeners) listener();
}

function settleNow(): void {
  const act = settle;
  settle = undefined;
  act?.();
}

/** Shows a short message, which a screen reader announces: `showToast(w.saved)`. */
export function tell(text: string): void {
  show({ text });
}

/**
 * Shows that something is done, and does it after eight seconds without `Undo`, or when the page is
 * hidden.
 *
 * @param restore shows again what was there before
 */
export function tellUndoable(text: string, act: () => void, back: () => void): void {
  show(
    {
      text,
      undo: () => {
        settle = undefined;
        back();
        tell(w.undone);
      },
    },
    UNDO,
    act,
  );
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") settleNow();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the message. It is in the page from the start, because a live region must exist before its text changes. */
export function Status() {
  const now = useSyncExternalStore(subscribe, () => told);
  useEffect(() => () => settleNow(), []);
  return (
    <div role="status" className="status" aria-live="polite">
      {now && (
        <Paper className="status-line" shadow="md" withBorder>
          <span>{now.text}</span>
          {now.undo && (
            <Button variant="subtle" size="compact-sm" onClick={now.undo}>
              {w.undo}
            </Button>
          )}
          <CloseButton aria-label={w.close} onClick={() => show(undefined)} />
        </Paper>
      )}
    </div>
  );
}
