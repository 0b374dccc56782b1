// JSON values that an account's programs store.

import { del, get, post, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { PLATFORM_DATA } from "#lib/system/platform-data/errors.ts";
import {
  DataItemDeleted,
  DataItemSaved,
  DataPage,
  DataQuery,
  DeleteDataQuery,
  SetDataItem,
} from "#lib/system/platform-data/schema.ts";

export const platformData = routes("system/platform-data", "/v1/platform/data", {
  putData: post("", {
    summary: "Store a value under a key",
    description:
      "The value belongs to the calling account. A session for a single store has separate data. `previous_key` is deleted in the same transaction. Without `ttl` the value does not expire.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    body: SetDataItem,
    returns: DataItemSaved,
    errors: [PLATFORM_DATA.VALUE_TOO_LARGE, PLATFORM_DATA.TOO_MANY_ITEMS],
  }),
  listData: get("", {
    summary: "Read values by a key or its prefix",
    description:
      "The order is that of the keys' UTF-8 bytes, with an exact match first. `exact=true` reads a single key. An empty key lists all values.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    query: DataQuery,
    returns: DataPage,
  }),
  deleteData: del("", {
    summary: "Delete a value",
    description: "Deleting an unknown key also succeeds.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    query: DeleteDataQuery,
    returns: DataItemDeleted,
  }),
});

export const platformDataWorkers = workers("system/platform-data", {
  deleteExpiredData: {
    summary: "Deletes platform data that has expired",
    trigger: {
      kind: "due",
      of: [{ kind: "platform_data", index: "PLATFORM_DATA#{shard}", shards: 8, every: 15 }],
    },
    timeout: 60,
  },
});
