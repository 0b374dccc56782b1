// Businesses: tenants in the business interface.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";
import {
  BusinessQuery,
  CreateBusiness,
  ParentBusiness,
  UpdateBusiness,
} from "#lib/tenancy/tenants/schema.ts";
import { BusinessPage, BusinessView } from "#lib/tenancy/tenants/view-schema.ts";

export const businesses = routes("tenancy/businesses", "/v1/businesses", "business", {
  createBusiness: post("", {
    summary: "Create a business",
    description: "The same record as a store. Without a key, the key is made from the name.",
    needs: "account",
    body: CreateBusiness,
    returns: BusinessView,
    status: 201,
    errors: [PLAN.PLAN_LIMIT, BUSINESS.KEY_TAKEN, BUSINESS.NAME_REQUIRED, PROVIDER_ERROR],
    emits: ["store.created", "store.updated", "form.created"],
    uses: ["table:write", "secrets", "credentials"],
  }),
  listBusinesses: get("", {
    summary: "The businesses that the caller can access",
    needs: "account",
    query: BusinessQuery,
    returns: BusinessPage,
  }),
  getBusiness: get("/{businessId}", {
    summary: "One business",
    needs: "READ",
    returns: BusinessView,
    errors: [BUSINESS.NOT_FOUND],
  }),
  updateBusiness: put("/{businessId}", {
    summary: "Change a business",
    needs: "ADMIN",
    body: UpdateBusiness,
    returns: BusinessView,
    errors: [
      BUSINESS.NOT_FOUND,
      BUSINESS.KEY_TAKEN,
      BUSINESS.NETWORK_CYCLE,
      BUSINESS.NETWORK_TOO_DEEP,
      PROVIDER_ERROR,
      GENERAL.TOO_MANY_REQUESTS,
    ],
    emits: ["store.updated"],
    uses: ["table:write", "secrets", "credentials"],
  }),
  deleteBusiness: del("/{businessId}", {
    summary: "Delete a business and all its data",
    description: "Irreversible. It disappears at once, and its records are deleted in the background.",
    needs: "OWNER",
    returns: Deleted,
    errors: [BUSINESS.NOT_FOUND],
    emits: ["store.deleted"],
  }),
  listParents: get("/{businessId}/parents", {
    summary: "The businesses above one, from its immediate parent to the root",
    needs: "READ",
    returns: z.array(ParentBusiness),
    errors: [BUSINESS.NOT_FOUND],
  }),
});
