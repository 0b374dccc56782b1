import { entity } from "#core/dynamo/entity.ts";
import { declareEvents } from "#core/events.ts";
import { INVENTORY_EVENTS } from "./events.ts";
import { InventoryLevel, InventoryLevelView, StockCard } from "./schema.ts";

/**
 * Each level is an item, and each variant has its own partition, so sales of different variants share nothing
 * and touch no index. Levels change only by `update`, with conditions on the numbers.
 */
export const levels = entity({
  name: "inventory_level",
  schema: InventoryLevel,
  pk: "TENANT#{store_id}#STOCK#{variant_id}",
  sk: "{location_id}",
  indexes: { child: "TENANT#{store_id}#STOCK_AT#{location_id}" },
  counted: true,
  tenant: "store_id",
  deletion: { tenant: { below: "stock_card", slot: "variant_id" }, person: "unaffected" },
});

export const stockCards = entity({
  name: "stock_card",
  schema: StockCard,
  pk: "TENANT#{store_id}#STOCK_CARD",
  sk: "{variant_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Announced once each time a level falls to its `low_at`. */
export const lowLevels = declareEvents(
  { name: "inventory", tenant: "store_id" },
  { events: INVENTORY_EVENTS, shows: InventoryLevelView, sequence: ({ lows }: InventoryLevel) => lows },
);
