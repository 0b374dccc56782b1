import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { Connection, StoredRate, Tracking } from "./schema.ts";

export const RATE_LIFETIME = 7 * DAY;
/** Seconds after which a bought rate is deleted. */
const BOUGHT_LIFETIME = 400 * DAY;

export const connections = entity({
  name: "shipping_provider",
  schema: Connection,
  pk: "TENANT#{store_id}#SHIPPING_PROVIDER",
  sk: "{id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const rates = entity({
  name: "shipping_rate",
  schema: StoredRate,
  pk: "TENANT#{store_id}#SHIPPING_RATE",
  sk: "{order_id}#{id}",
  ttl: ({ created_at, shipment_id }) =>
    created_at + (shipment_id === null ? 2 * RATE_LIFETIME : BOUGHT_LIFETIME),
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const trackings = entity({
  name: "tracking",
  schema: Tracking,
  pk: "TENANT#{store_id}#TRACKING",
  sk: "{number}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
