import { useEffect } from "react";
import { SCREENS } from "#console/shared/screens.ts";
import { getSettings } from "#console/shared/settings.ts";
import { useMay } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";

type ShortcutActions = { palette: () => void; shortcuts: () => void };

/** Milliseconds within which a letter must follow `g` to open a screen. */
const SECOND_KEY_MS = 1500;

/** Keyboard shortcuts. Only Ctrl K also works in fields, dialogs and menus, or if the rest are off. */
export function useShortcuts({ palette, shortcuts }: ShortcutActions): void {
  const go = useStoreNavigate();
  const may = useMay();
  useEffect(() => {
    let prefixPressedAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return palette();
      }
      if (!getSettings().keys || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target))
        return;
      const followsPrefix = event.timeStamp - prefixPressedAt < SECOND_KEY_MS;
      prefixPressedAt = event.key === "g" && !followsPrefix ? event.timeStamp : 0;
      if (followsPrefix) {
        const screen = SCREENS.find(
          ({ navigation, needs }) => navigation?.letter === event.key && may(needs),
        );
        if (screen) void go(screen.path);
        return;
      }
      const actions: Record<string, (() => void) | undefined> = {
        "?": shortcuts,
        n: () => document.querySelector<HTMLElement>("[data-new] :is(a, button)")?.click(),
        j: () => focusRow(1),
        k: () => focusRow(-1),
        x: () => rowOf(document.activeElement)?.querySelector<HTMLElement>("[data-select]")?.click(),
      };
      actions[event.key]?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [go, may, palette, shortcuts]);
}

/** Whether keys must not be shortcuts: a field has the focus, or a dialog or menu is open. */
function takesKeys(target: EventTarget | null): boolean {
  const inField =
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]");
  return Boolean(inField) || document.querySelector("[role=dialog], [role=menu]") !== null;
}

function rowOf(element: Element | null): Element | null {
  return element?.closest("[data-row]") ?? null;
}

function focusRow(by: number): void {
  const rows = [...document.querySelectorAll("[data-row]")];
  const now = rowOf(document.activeElement);
  const next = rows[now ? rows.indexOf(now) + by : 0];
  next?.querySelector<HTMLElement>("a[data-name], a")?.focus();
}
