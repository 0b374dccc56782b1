// Stores and their settings.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";
import { CreateStore, Store, StorePage, StoreQuery, UpdateStore } from "#lib/tenancy/tenants/schema.ts";

const CREATED_EVENTS = ["store.created", "form.created"] as const;

export const stores = routes("tenancy/stores", "/v1/stores", {
  createStore: post("", {
    summary: "Create a store",
    description:
      "The caller becomes its owner. A new store has three forms, two markets and the language en.",
    needs: "account",
    body: CreateStore,
    returns: Store,
    status: 201,
    errors: [PLAN.PLAN_LIMIT, BUSINESS.KEY_TAKEN],
    emits: CREATED_EVENTS,
    extension: true,
  }),
  listStores: get("", {
    summary: "The stores that the caller is a member of",
    needs: "account",
    query: StoreQuery,
    returns: StorePage,
    extension: true,
  }),
  getStore: get("/{storeId}", { summary: "One store", needs: "READ", returns: Store, extension: true }),
  updateStore: put("/{storeId}", {
    summary: "Change a store",
    needs: "ADMIN",
    body: UpdateStore,
    returns: Store,
    errors: [BUSINESS.KEY_TAKEN],
    emits: ["store.updated"],
    extension: true,
  }),
  deleteStore: del("/{storeId}", {
    summary: "Delete a store and all its data",
    description: "Irreversible. It disappears at once, and its records are deleted in the background.",
    needs: "OWNER",
    returns: Deleted,
    emits: ["store.deleted"],
    extension: true,
  }),
});
