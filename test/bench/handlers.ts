import { join } from "node:path";
import { handlerOf } from "#core/http/caller.ts";
import { kebab, type Operation, post, routes } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { lambda } from "#functions/lambda.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { deployedDomainOf } from "#infra/function-groups.ts";
import { type DirectRequest, eventOf as directEvent } from "#test/support/http-event.ts";

export const OUTPUT_FOLDER = join(import.meta.dirname, "../../.build/bench");

export type Handler = (event: object, context: object) => Promise<{ statusCode: number; body: string }>;

/** `BENCH_SOURCE=1` measures the sources and bundles nothing. */
const FROM_SOURCE = process.env.BENCH_SOURCE === "1";

/** Bundles the domains of some operations as they are deployed; unchanged bundles are reused. */
export async function buildBundles(some: readonly Operation[]) {
  const domains = new Set(some.map(deployedDomainOf));
  const all = FROM_SOURCE ? [] : sources({ operations, workers });
  return build(
    all.filter(({ domain }) => domains.has(domain)),
    { outDir: OUTPUT_FOLDER },
  );
}

export async function deployedHandler(operation: Operation): Promise<Handler> {
  const file = `${kebab(handlerOf(operation))}.mjs`;
  const at = deployedDomainOf(operation);
  return FROM_SOURCE
    ? sourceHandler(operation)
    : handlerAt(join(OUTPUT_FOLDER, at, at === operation.domain ? "" : operation.domain, file));
}

/** The handler from its source: unlike a bundle's, its calls to the table can be watched. */
export async function sourceHandler(operation: Operation): Promise<Handler> {
  const file = `${kebab(handlerOf(operation))}.ts`;
  return handlerAt(join(import.meta.dirname, "../../functions", operation.folder, file));
}

export async function workerHandler({ folder, id }: Worker): Promise<Handler> {
  return handlerAt(join(import.meta.dirname, "../../functions", folder, `${kebab(id)}.worker.ts`));
}

const { nothing } = routes("bench", "/v1/bench", {
  nothing: post("", { summary: "Nothing", needs: "none", returns: "bytes" }),
});

/** An operation that does nothing: other figures are compared with it, as machines differ. */
export const emptyCall = {
  operation: nothing,
  handler: lambda(nothing, () => ({ headers: {}, body: "{}" })) as unknown as Handler,
};

/** A request whose body is text or JSON. */
export type BenchRequest = Omit<DirectRequest, "body"> & { body?: unknown };

export const eventOf = (operation: Operation, { body, ...request }: BenchRequest) =>
  directEvent(operation, { ...request, body: typeof body === "string" ? body : JSON.stringify(body) });

export async function invoke(handler: Handler, operation: Operation, request: BenchRequest): Promise<string> {
  const reply = await handler(eventOf(operation, request), { getRemainingTimeInMillis: () => 60_000 });
  if (reply.statusCode >= 400) throw new Error(`${operation.id} answered ${reply.statusCode}: ${reply.body}`);
  return reply.body;
}

async function handlerAt(path: string): Promise<Handler> {
  const module = (await import(path)) as { handler: Handler };
  return module.handler;
}
