import { dueWork } from "#core/due/work.ts";
import { SHARDS } from "./schema.ts";
import { removeExpired } from "./service.ts";
import { platformData } from "./table.ts";

/** Deletes items that have expired. No read shows them any more, so this only saves room. */
export const expiredData = dueWork(platformData, removeExpired, { shards: SHARDS });
