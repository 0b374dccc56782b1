import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { PaymentCredential, RefusedCallbacks } from "./provider-schema.ts";
import { Attempt, Refund } from "./schema.ts";

const RETENTION_SECONDS = 180 * DAY;

/** The pages and charges of payments. Each is written before its provider is called. */
export const attempts = entity({
  name: "payment_attempt",
  schema: Attempt,
  pk: "TENANT#{tenant_id}#PAYMENT_ATTEMPT#{payment_id%8}",
  sk: "{payment_id}#{n}",
  indexes: {
    list: "TENANT#{tenant_id}#PAYMENT_ATTEMPT#{stands}",
    due: "PAYMENT_ATTEMPT#{payment_id%8}",
  },
  due_at: ({ due_at }) => due_at,
  // A paid page is still checked for months, but cannot be closed any more.
  computed: ({ status, due_at }) => ({ stands: status === "paid" || due_at === null ? null : "OPEN" }),
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const paymentCredentials = entity({
  name: "payment_credential",
  schema: PaymentCredential,
  pk: "TENANT#{tenant_id}#PAYMENT_PROVIDER",
  sk: "{id}",
  ttl: ({ retired_at }) => (retired_at === null ? undefined : retired_at + RETENTION_SECONDS),
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const refunds = entity({
  name: "refund",
  schema: Refund,
  pk: "TENANT#{tenant_id}#REFUND",
  sk: "{id}",
  indexes: { child: "TENANT#{tenant_id}#REFUND#{reference}" },
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Applied callbacks. A repeated one needs no call to its provider. */
export const paymentEvents = entity({
  name: "payment_event",
  schema: z.object({ tenant_id: z.string(), provider: z.string(), id: z.string(), at: z.int() }),
  pk: "TENANT#{tenant_id}#PAYMENT_EVENT",
  sk: "{provider}#{id}",
  ttl: ({ at }) => at + RETENTION_SECONDS,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const callbackCounts = entity({
  name: "payment_callbacks",
  schema: RefusedCallbacks.extend({ tenant_id: z.string(), provider: z.string() }),
  pk: "TENANT#{tenant_id}#PAYMENT_CALLBACKS",
  sk: "{provider}",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Counts of unpaid cash orders: per customer, address and network, and per stock level. */
export const cashCounts = entity({
  name: "cash_count",
  schema: z.object({ tenant_id: z.string(), name: z.string(), held: z.int(), updated_at: z.int() }),
  pk: "TENANT#{tenant_id}#CASH_COUNT#{name%8}",
  sk: "{name}",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The sandbox's own records of what customers decided. An undecided page has none. */
export const sandboxCharges = entity({
  name: "sandbox_charge",
  schema: z.object({
    tenant_id: z.string(),
    payment_id: z.string(),
    n: z.int(),
    status: z.enum(["approved", "declined", "delayed", "closed"]),
    amount: z.int(),
    /** Refunds that were made in the sandbox's dashboard, without the shop. */
    desk: z.array(z.object({ ref: z.string(), amount: z.int() })).default([]),
    due_at: z.int().nullable(),
    created_at: z.int(),
  }),
  pk: "TENANT#{tenant_id}#SANDBOX_CHARGE",
  sk: "{payment_id}#{n}",
  indexes: { due: "SANDBOX_CHARGE#{payment_id%8}" },
  due_at: ({ due_at }) => due_at,
  ttl: ({ created_at }) => created_at + RETENTION_SECONDS,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
