import { entity } from "#core/dynamo/entity.ts";
import { SUBSCRIPTION_EVENTS } from "./events.ts";
import { SandboxBook, SubscriptionEvent, SubscriptionRecord } from "./schema.ts";
import { viewSubscriptionEvent } from "./view.ts";

export const subscriptions = entity({
  name: "subscription",
  schema: SubscriptionRecord,
  pk: "TENANT#{tenant_id}",
  sk: "SUBSCRIPTION",
  tenant: "tenant_id",
  announces: { events: SUBSCRIPTION_EVENTS, shows: SubscriptionEvent, view: viewSubscriptionEvent },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The sandbox's subscriptions. Active ones are due at the end of their period. */
export const sandboxBooks = entity({
  name: "sandbox_billing",
  schema: SandboxBook,
  pk: "TENANT#{tenant_id}#SANDBOX_BILLING",
  sk: "{id}",
  indexes: { due: "SANDBOX_BILLING#{id%8}" },
  due_at: ({ status, period_end }) => (status === "active" ? period_end : null),
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
