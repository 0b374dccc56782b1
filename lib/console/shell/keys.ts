import { useEffect } from "react";
import { useGo } from "#console/shared/go.tsx";
import { SCREENS } from "#console/shared/screens.ts";
import { getSettings } from "#console/shared/settings.ts";
import { useMay } from "#console/shared/store.ts";

interface Opens {
  palette: () => void;
  shortcuts: () => void;
}

/** Milliseconds in which the letter must follow `g`. */
const PATIENCE = 1500;

/** Keyboard shortcuts, which do nothing while a field has the focus. */
export function useShortcuts({ palette, shortcuts }: Opens): void {
  const go = useGo();
  const may = useMay();
  useEffect(() => {
    let since = 0;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return palette();
      }
      if (!getSettings().keys || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target))
        return;
      const wasG = event.timeStamp - since < PATIENCE;
      since = event.key === "g" && !wasG ? event.timeStamp : 0;
      if (wasG) {
        const screen = SCREENS.find(
          ({ navigation, needs }) => navigation?.letter === event.key && may(needs),
        );
        if (screen) void go(screen.path);
        return;
      }
      const acts: Record<string, (() => void) | undefined> = {
        "?": shortcuts,
        n: () => document.querySelector<HTMLElement>("[data-new] :is(a, button)")?.click(),
        j: () => step(1),
        k: () => step(-1),
        x: () => rowOf(document.activeElement)?.querySelector<HTMLElement>("[data-select]")?.click(),
      };
      acts[event.key]?.();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [go, may, palette, shortcuts]);
}

/** Whether a field has the focus, or a dialog or menu is open. */
function isBusy(target: EventTarget | null): boolean {
  const inField =
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]");
  return Boolean(inField) || document.querySelector("[role=dialog], [role=menu]") !== null;
}

function rowOf(element: Element | null): Element | null {
  return element?.closest("[data-row]") ?? null;
}

function step(by: number): void {
  const rows = [...document.querySelectorAll("[data-row]")];
  const now = rowOf(document.activeElement);
  const next = rows[now ? rows.indexOf(now) + by : 0];
  next?.querySelector<HTMLElement>("a[data-name], a")?.focus();
}
