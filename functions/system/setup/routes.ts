import { get, routes } from "#core/http/contract.ts";
import { Setup } from "#lib/system/setup/schema.ts";

export const setup = routes("system/setup", "/v1/stores/{storeId}/setup", {
  getSetup: get("", {
    summary: "What of a new store is set up",
    description: "Each is told from the store's records: true, false, or null where it does not apply.",
    extension: true,
    strict: true,
    needs: "READ",
    returns: Setup,
    uses: ["table:read", "secrets"],
  }),
});
