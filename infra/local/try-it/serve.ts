import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";

const SCRIPTS = ["form.js", "caller.js", "memory.js"];

/** Serves the scripts with which pages of the reference send requests to this stack. */
export function serveTryIt(response: ServerResponse, name: string | undefined): void {
  const script = SCRIPTS.find((each) => each === name);
  if (!script) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" });
  response.end(readFileSync(join(import.meta.dirname, script)));
}

/**
 * Serves the demo's ids and its owner's token to pages of this origin, and nothing where there is no demo. Without a
 * CORS header, no page of another site can read them.
 */
export function serveDemo(
  response: ServerResponse,
  variables: Readonly<Record<string, string>> | undefined,
): void {
  response.writeHead(200, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
  });
  response.end(JSON.stringify(variables ?? {}));
}
