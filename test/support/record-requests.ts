import { pathsOf } from "#core/http/caller.ts";
import type { Operation } from "#core/http/contract.ts";
import { makeRouter, type Router } from "#core/http/router.ts";

let router: Promise<Router<{ method: string; path: string; operation: Operation }>> | undefined;

/** Wraps `fetch` to record every answer of the API. */
export function recordRequests(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const reply = await fetch(input, init);
    if (!process.env.REACHED_FOLDER) return reply;
    const asked = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    if (reply.redirected) await recordAnswer(method, asked, 302, new Response());
    await recordAnswer(reply.redirected ? "GET" : method, reply.url || asked, reply.status, reply.clone());
    return reply;
  };
}

async function recordAnswer(method: string, address: string, status: number, reply: Response): Promise<void> {
  const { origin, pathname } = new URL(address);
  if (origin !== process.env.PUBLIC_URL) return;
  // Loaded on demand, as many test files need no manifest.
  const { recordReply } = await import("./api-coverage.ts");
  router ??= import("#functions/manifest.ts").then(({ operations }) =>
    makeRouter(
      operations.flatMap((operation) =>
        pathsOf(operation).map((path) => ({ method: operation.method, path, operation })),
      ),
    ),
  );
  const match = (await router)(method.toUpperCase(), pathname.split("/").slice(1));
  if (!match) return;
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  // A 304 has the type JSON and no body.
  const text = isJson ? await reply.text() : "";
  recordReply(match.entry.operation, status, text ? JSON.parse(text) : undefined);
}
