import { fileURLToPath } from "node:url";
import * as z from "zod";
import { get, post, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import type { Manifest } from "#infra/local/handlers.ts";

const summary = "Stands in for an operation of the API";
const options = { summary, needs: "none", returns: "html" } as const;

const demoRoutes = routes("demo", "/v1/demo", {
  echo: post("/{itemId}", options),
  readItem: get("/{itemId}", options),
  fixed: get("/fixed", options),
  nested: get("/{itemId}/parts/{partId}", options),
  broken: get("/broken/now", options),
});

const demoWorkers = workers("demo", {
  fanOut: { summary: "Sends outbox records on", trigger: { kind: "stream" } },
  doWork: {
    summary: "Takes what was sent on",
    trigger: { kind: "queue", message: message("doWork", z.unknown()) },
    timeout: 1,
  },
  everyMinute: { summary: "Runs by the clock", trigger: { kind: "schedule", everyMinutes: 1 } },
  transformImage: { summary: "Answers at a URL", trigger: { kind: "url" } },
});

/** A small system for tests of the local stack. */
export const demoManifest: Manifest = {
  operations: Object.values(demoRoutes),
  workers: Object.values(demoWorkers),
  folder: fileURLToPath(new URL(".", import.meta.url)),
};
