// Values of JSON that programs of an account keep.

import { del, get, post, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { PLATFORM_DATA } from "#lib/system/platform-data/errors.ts";
import {
  DataDeleted,
  DataPage,
  DataQuery,
  DeleteDataQuery,
  PutData,
  Written,
} from "#lib/system/platform-data/schema.ts";

export const platformData = routes("system/platform-data", "/v1/platform/data", {
  putData: post("", {
    summary: "Keep a value under a key",
    description:
      "The data of the calling account; a session for one store alone has data of its own. `previous_key` is deleted in the same transaction. Without `ttl` the value stays.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    body: PutData,
    returns: Written,
    errors: [PLATFORM_DATA.VALUE_TOO_LARGE, PLATFORM_DATA.TOO_MANY_ITEMS],
  }),
  listData: get("", {
    summary: "Read values by their key or its beginning",
    description:
      "In binary order of the keys' UTF-8, an exact key first. `exact=true` reads one key alone. An empty key lists all.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    query: DataQuery,
    returns: DataPage,
  }),
  deleteData: del("", {
    summary: "Delete a value",
    description: "Deleting a key that is not there succeeds too.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    query: DeleteDataQuery,
    returns: DataDeleted,
  }),
});

export const platformDataWorkers = workers("system/platform-data", {
  sweepPlatformData: {
    summary: "Deletes platform data that has expired",
    trigger: { kind: "schedule", everyMinutes: 15 },
    timeout: 60,
  },
});
