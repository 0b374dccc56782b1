// Stock levels of variants at locations.

import { workers } from "#core/queue/contract.ts";
import { WatchStock } from "#lib/commerce/inventory/messages.ts";

export const inventoryWorkers = workers("commerce/inventory", {
  watchStock: {
    summary: "Announces low stock, and removes the levels of deleted products",
    trigger: { kind: "queue", message: WatchStock },
    watches: "inventory_level",
    emits: ["inventory.low"],
  },
});
