import { Button, CloseButton, Paper } from "@mantine/core";
import { useEffect, useSyncExternalStore } from "react";
import { w } from "./words.ts";

type ToastMessage = { text: string; undo?: () => void };

/** Milliseconds for which a message is shown: without and with `Undo`. */
const SHOWN_MS = 5_000;
const UNDO_MS = 8_000;

let currentToast: ToastMessage | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let pendingAction: (() => void) | undefined;
const listeners = new Set<() => void>();

function replaceToast(next: ToastMessage | undefined, milliseconds = SHOWN_MS, after?: () => void): void {
  runPendingAction();
  currentToast = next;
  pendingAction = after;
  clearTimeout(timer);
  timer = next ? setTimeout(() => replaceToast(undefined), milliseconds) : undefined;
  for (const listener of listeners) listener();
}

function runPendingAction(): void {
  const act = pendingAction;
  pendingAction = undefined;
  act?.();
}

/** Shows a short message, which a screen reader announces: `showToast(w.saved)`. */
export function showToast(text: string): void {
  replaceToast({ text });
}

/**
 * Shows a change as done, but runs `act` only when the message ends without `Undo`: after eight seconds, when it
 * is closed or replaced, or when the page is hidden.
 *
 * @param restore undoes what the caller already shows
 */
export function showUndoToast(text: string, act: () => void, restore: () => void): void {
  replaceToast(
    {
      text,
      undo: () => {
        pendingAction = undefined;
        restore();
        showToast(w.undone);
      },
    },
    UNDO_MS,
    act,
  );
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") runPendingAction();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the message. It is always on the page, because a live region must exist before its text changes. */
export function Toast() {
  const now = useSyncExternalStore(subscribe, () => currentToast);
  useEffect(() => () => runPendingAction(), []);
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
          <CloseButton aria-label={w.close} onClick={() => replaceToast(undefined)} />
        </Paper>
      )}
    </div>
  );
}
