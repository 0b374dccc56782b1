import { createHash } from "node:crypto";
import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { DAY } from "#core/seconds.ts";
import { Attempt } from "./attempt-schema.ts";
import { Delivery } from "./delivery-schema.ts";

const ATTEMPTS_KEPT = 30 * DAY;
const DELIVERIES_KEPT = 90 * DAY;

/** How an endpoint fares: who sends to it just now, and since when it fails. Written in place by many at once. */
export const Endpoint = z.object({
  tenant_id: z.string(),
  webhook_id: z.string(),
  /** Counts what was put before it; whoever stops sending stops only if it did not move. */
  wakes: z.int().default(0),
  /** The count of wakes after which nothing was found pending. */
  checked: z.int().default(-1),
  ...leaseFields,
  /** It kept us waiting: sent to in a lane of its own kind, until it answers swiftly. */
  slow: z.boolean().default(false),
  failing_since: z.int().nullable().default(null),
  last_success_at: z.int().nullable().default(null),
  disabled_at: z.int().nullable().default(null),
  disabled_reason: z.enum(["gone", "failing"]).nullable().default(null),
  previous_secret: z.string().nullable().default(null),
  previous_until: z.int().nullable().default(null),
});
export type Endpoint = z.output<typeof Endpoint>;

/** Partitions of the due index that the endpoints are spread over. */
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
  // Its fields are changed in place, and these keys with them.
  indexes: { due: "WEBHOOKS#{shard}" },
  computed: (key) => ({ shard: shardOf(key) }),
  // Written beside the record: see `endpoint.ts`.
  due_at: () => null,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** What one endpoint is owed of one event. */
export const deliveries = entity({
  name: "webhook_delivery",
  outward: true,
  schema: Delivery,
  pk: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#DELIVERY",
  sk: "{event_id}",
  indexes: { due: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#DUE" },
  due_at: ({ status, due_at }) => (status === "pending" ? due_at : null),
  ttl: (delivery) => delivery.created_at + DELIVERIES_KEPT,
  counted: true,
  countedIf: ({ ends }) => ends.length > 0,
  tenant: "tenant_id",
  deletion: { tenant: { below: "webhook_endpoint", slot: "webhook_id" }, person: "unaffected" },
});

export const attempts = entity({
  name: "webhook_attempt",
  outward: true,
  schema: Attempt.extend({ tenant_id: z.string() }),
  pk: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#ATTEMPT",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#WEBHOOK#{webhook_id}#ATTEMPT#{event_id}" },
  ttl: (attempt) => attempt.created_at + ATTEMPTS_KEPT,
  tenant: "tenant_id",
  deletion: { tenant: { below: "webhook_endpoint", slot: "webhook_id" }, person: "unaffected" },
});
