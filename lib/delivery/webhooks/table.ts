import { createHash } from "node:crypto";
import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { DAY } from "#core/seconds.ts";
import { WebhookAttempt } from "./attempt-schema.ts";
import { Delivery } from "./delivery-schema.ts";

const ATTEMPT_LIFETIME = 30 * DAY;
const DELIVERY_LIFETIME = 90 * DAY;

/** The lease and health of an endpoint. Several writers update single fields of the record. */
export const Endpoint = z.object({
  tenant_id: z.string(),
  webhook_id: z.string(),
  /** Number of wake-ups. A sender may stop only if it has not changed since the sender last checked. */
  wakes: z.int().default(0),
  /** The value of `wakes` when a sender last found nothing pending. */
  checked: z.int().default(-1),
  ...leaseFields,
  /** The endpoint answers slowly, so the workers for slow endpoints serve it until it is fast again. */
  slow: z.boolean().default(false),
  failing_since: z.int().nullable().default(null),
  last_success_at: z.int().nullable().default(null),
  disabled_at: z.int().nullable().default(null),
  disabled_reason: z.enum(["gone", "failing"]).nullable().default(null),
  previous_secret: z.string().nullable().default(null),
  previous_until: z.int().nullable().default(null),
});
export type Endpoint = z.output<typeof Endpoint>;

/** Number of partitions of the due index. */
export const SHARDS = 8;

export function shardOf({ tenant_id, webhook_id }: Pick<Endpoint, "tenant_id" | "webhook_id">): number {
  const [first = 0] = createHash("sha256").update(`${tenant_id}${webhook_id}`).digest();
  return first % SHARDS;
}

export const endpoints = entity({
  name: "webhook_endpoint",
  schema: Endpoint,
  pk: "TENANT#{tenant_id}#WEBHOOK",
  sk: "{webhook_id}",
  indexes: { due: "WEBHOOKS#{shard}" },
  computed: (key) => ({ shard: shardOf(key) }),
  // `endpoint.ts` itself writes the key of the due index, with updates of single fields.
  due_at: () => null,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The delivery of one event to one endpoint. */
export const deliveries = entity({
  name: "webhook_delivery",
  outward: true,
  schema: Delivery,
  pk: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#DELIVERY",
  sk: "{event_id}",
  indexes: { due: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#DUE" },
  due_at: ({ status, due_at }) => (status === "pending" ? due_at : null),
  ttl: (delivery) => delivery.created_at + DELIVERY_LIFETIME,
  counted: true,
  countedIf: ({ ends }) => ends.length > 0,
  tenant: "tenant_id",
  deletion: { tenant: { below: "webhook_endpoint", slot: "webhook_id" }, person: "unaffected" },
});

export const attempts = entity({
  name: "webhook_attempt",
  outward: true,
  schema: WebhookAttempt.extend({ tenant_id: z.string() }),
  pk: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#ATTEMPT",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#ATTEMPT#{event_id}" },
  ttl: (attempt) => attempt.created_at + ATTEMPT_LIFETIME,
  tenant: "tenant_id",
  deletion: { tenant: { below: "webhook_endpoint", slot: "webhook_id" }, person: "unaffected" },
});
