// Webhooks: events, signed and sent to URLs of the store.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { AttemptQuery, WebhookAttemptPage } from "#lib/delivery/webhooks/attempt-schema.ts";
import { WEBHOOK } from "#lib/delivery/webhooks/errors.ts";
import {
  DeliverSlowWebhooks,
  DeliverWebhooks,
  PlanCrowdedDeliveries,
  PlanDeliveries,
  ResendRange,
} from "#lib/delivery/webhooks/messages.ts";
import {
  CreateWebhook,
  EventsResent,
  ResendEvents,
  RotateWebhookSecret,
  TestWebhook,
  UpdateWebhook,
  Webhook,
  WebhookList,
  WebhookTestResult,
} from "#lib/delivery/webhooks/schema.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";

const CHANGE_EVENTS = ["store.updated"] as const;
/** Options of routes and workers that queue deliveries to an endpoint. */
const calls = { uses: ["table:write", "queue:send"], sends: [DeliverWebhooks, DeliverSlowWebhooks] } as const;

export const webhooks = routes("delivery/webhooks", "/v1/stores/{storeId}/webhooks", {
  createWebhook: post("", {
    summary: "Create a webhook, which sends events to an address",
    description:
      "Deliveries follow Standard Webhooks. Only this answer shows the signing secret. A business lists the same webhooks in `configs.webhooks`.",
    needs: "ADMIN",
    body: CreateWebhook,
    returns: Webhook,
    status: 201,
    errors: [WEBHOOK.TOO_MANY, WEBHOOK.TOO_MANY_AT_ADDRESS],
    emits: CHANGE_EVENTS,
    extension: true,
  }),
  listWebhooks: get("", {
    summary: "Webhooks of a store",
    needs: "ADMIN",
    returns: WebhookList,
    extension: true,
  }),
  getWebhook: get("/{webhookId}", {
    summary: "One webhook with its state",
    needs: "ADMIN",
    returns: Webhook,
    extension: true,
  }),
  updateWebhook: put("/{webhookId}", {
    summary: "Change a webhook, or enable it again",
    needs: "ADMIN",
    body: UpdateWebhook,
    returns: Webhook,
    errors: [WEBHOOK.TOO_MANY_AT_ADDRESS],
    emits: CHANGE_EVENTS,
    extension: true,
    uses: ["table:write", "secrets"],
  }),
  deleteWebhook: del("/{webhookId}", {
    summary: "Delete a webhook",
    needs: "ADMIN",
    returns: Deleted,
    emits: CHANGE_EVENTS,
    extension: true,
  }),
  rotateWebhookSecret: post("/{webhookId}/rotate", {
    summary: "Give a webhook a new secret",
    description: "Until the overlap ends, deliveries also have a signature with the old secret.",
    needs: "ADMIN",
    body: RotateWebhookSecret,
    returns: Webhook,
    emits: CHANGE_EVENTS,
    extension: true,
  }),
  listWebhookAttempts: get("/{webhookId}/attempts", {
    summary: "Tries to deliver, newest first",
    needs: "ADMIN",
    query: AttemptQuery,
    returns: WebhookAttemptPage,
    extension: true,
  }),
  resendWebhookEvents: post("/{webhookId}/resend", {
    summary: "Deliver an event, or those of a time range, again",
    needs: "ADMIN",
    body: ResendEvents,
    returns: EventsResent,
    status: 202,
    errors: [WEBHOOK.DISABLED],
    ...calls,
    extension: true,
  }),
});

export const webhookTests = routes("delivery/webhooks", "/v1/businesses/{businessId}/webhooks", "business", {
  testWebhook: post("/test", {
    summary: "Send one test delivery to an address",
    needs: "ADMIN",
    body: TestWebhook,
    returns: WebhookTestResult,
    errors: [BUSINESS.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
    timeout: 28,
  }),
});

const sending = { ...calls, uses: [...calls.uses, "secrets"], emits: CHANGE_EVENTS, timeout: 60 } as const;

export const webhookWorkers = workers("delivery/webhooks", {
  planDeliveries: {
    summary: "Stores the deliveries of an event, one for each webhook that wants it",
    trigger: { kind: "queue", message: PlanDeliveries, batchSize: 10 },
    on: ["*"],
    overflowTo: PlanCrowdedDeliveries,
    ...calls,
  },
  planCrowdedDeliveries: {
    summary: "Stores the deliveries of tenants with very many events at once",
    trigger: { kind: "queue", message: PlanCrowdedDeliveries, batchSize: 10, maxConcurrency: 2 },
    ...calls,
  },
  deliverWebhooks: {
    ...sending,
    summary: "Delivers events to one endpoint",
    trigger: { kind: "queue", message: DeliverWebhooks, batchSize: 1 },
  },
  deliverSlowWebhooks: {
    ...sending,
    summary: "Delivers events to endpoints that answer slowly",
    trigger: { kind: "queue", message: DeliverSlowWebhooks, batchSize: 1 },
  },
  resendRange: {
    summary: "Delivers the events of a time range again",
    trigger: { kind: "queue", message: ResendRange, batchSize: 1 },
    ...calls,
  },
  processDueWebhooks: {
    summary: "Queues deliveries that are due",
    trigger: {
      kind: "due",
      of: [{ kind: "webhook_endpoint", index: "WEBHOOKS#{shard}", shards: 8, ahead: 60 }],
    },
    ...calls,
  },
});
