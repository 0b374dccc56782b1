// The whole deployment: currencies, event types, health.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { get, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { Purge } from "#core/queue/purge.ts";
import { PAYMENT_SYNC_EVENTS } from "#lib/money/payments/events.ts";
import { WorkflowTool } from "#lib/system/workflow-tools/schema.ts";

export const platform = routes("system/platform", "/v1/platform", {
  listEventTypes: get("/events", {
    summary: "Event types that webhooks can receive",
    needs: "none",
    uses: [],
    returns: z.object({ data: z.array(z.string()) }),
  }),
  listCurrencies: get("/currencies", {
    summary: "Currency codes",
    needs: "none",
    uses: [],
    returns: z.array(z.string()),
  }),
  listWorkflowTools: get("/workflow-tools", {
    summary: "Services that a workflow can call",
    description:
      "This system's own operations and events, and well-known services with their documented addresses.",
    needs: "none",
    uses: [],
    returns: z.array(WorkflowTool),
    etag: true,
  }),
});

export const service = routes("system/platform", "", {
  getHealth: get("/health", {
    summary: "Check that the service answers",
    needs: "none",
    uses: [],
    returns: z.object({ status: z.literal("ok"), time: z.int(), time_zones: z.string() }),
    extension: true,
  }),
  getOpenapi: get("/v1/openapi.json", {
    summary: "This document",
    needs: "none",
    uses: [],
    returns: z.record(z.string(), z.unknown()),
    etag: true,
    extension: true,
  }),
  getReference: get("/v1/reference", {
    summary: "The reference to read in a browser",
    needs: "none",
    uses: [],
    returns: "html",
    extension: true,
  }),
  getReferencePage: get("/v1/reference/{pageName}", {
    summary: "A page of the reference: a guide, or a domain with its operations",
    needs: "none",
    uses: [],
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  getLlms: get("/llms.txt", {
    summary: "This service as a text for language models",
    description: "In the form of https://llmstxt.org.",
    needs: "none",
    uses: [],
    returns: "bytes",
    produces: "text/plain",
    extension: true,
  }),
});

export const platformWorkers = workers("system/platform", {
  fanOut: {
    summary: "Sends the stream of the table to the queues",
    trigger: { kind: "stream" },
    uses: ["table:write", "queue:send"],
    memory: 512,
  },
  lookForDue: {
    summary: "Queues due work, and checks that the stream is alive",
    trigger: { kind: "schedule", everyMinutes: 1 },
    uses: ["table:write", "queue:send"],
    timeout: 55,
  },
  purge: {
    summary: "Deletes in the background what a deletion has left",
    trigger: { kind: "queue", message: Purge, batchSize: 1 },
    timeout: 60,
    emits: [...PAYMENT_SYNC_EVENTS],
    uses: ["table:write", "secrets", "credentials", "billing"],
  },
});
