// Stock levels of variants at locations.

import { workers } from "#core/queue/contract.ts";
import { WatchStock } from "#lib/commerce/inventory/messages.ts";

export const inventoryWorkers = workers("commerce/inventory", {
  watchStock: {
    summary: "Says that a level has fallen to its mark, and clears what deleted products leave",
    trigger: { kind: "queue", message: WatchStock },
    watches: "inventory_level",
    emits: ["inventory.low"],
  },
});
