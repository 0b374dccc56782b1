// The open work of a store today, as counts, in one call.

import { get, routes } from "#core/http/contract.ts";
import { Today } from "#lib/system/today/schema.ts";

export const today = routes("system/today", "/v1/stores/{storeId}/today", {
  getToday: get("", {
    summary: "What a store has to do today",
    description:
      "Each count is that of the list behind it, a few seconds old. Appointments are parts of reservations. While `complete` is false, an older store is still being counted.",
    extension: true,
    strict: true,
    needs: "READ",
    // The first read starts the counting for a store that is older than these counts.
    uses: ["table:write"],
    returns: Today,
  }),
});
