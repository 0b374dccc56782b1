import type { Values } from "./merge.ts";

const PREFIX = "console:draft:";

/** Stores unsaved input under a name until the window closes. */
export function storeDraft(name: string, changes: Values): void {
  if (Object.keys(changes).length === 0) dropDraft(name);
  else sessionStorage.setItem(PREFIX + name, JSON.stringify(changes));
}

export function draftOf(name: string): Values | undefined {
  const text = sessionStorage.getItem(PREFIX + name);
  if (text === null) return undefined;
  const draft: unknown = JSON.parse(text);
  return typeof draft === "object" && draft !== null ? { ...draft } : undefined;
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}
