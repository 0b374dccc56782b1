import { intentKey } from "./intent-key.ts";

const running = new Map<string, Promise<unknown>>();

/** Whether this is a page of a browser, whose tabs share one person and one storage. */
export const inBrowser = (): boolean => "document" in globalThis;

/** A name for `runAlone`: shared by all tabs of a browser, and unique on a server, which serves many persons. */
export function lockName(name: string): string {
  return inBrowser() ? `storefront:${name}` : intentKey();
}

/** Runs one after the other what has the same name, in all tabs where the browser has locks. */
export function runAlone<T>(name: string, run: () => Promise<T>): Promise<T> {
  // Only pages of a safe origin have locks.
  if (inBrowser() && globalThis.navigator.locks) return navigator.locks.request(name, run);
  const mine = (running.get(name) ?? Promise.resolve()).then(run, run).finally(() => {
    if (running.get(name) === mine) running.delete(name);
  });
  running.set(name, mine);
  return mine;
}
