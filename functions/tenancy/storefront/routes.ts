import { GENERAL } from "#core/errors.ts";
import { del, get, post, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { Challenge } from "#lib/tenancy/people/schema.ts";
import {
  Contact,
  ContactCode,
  Identified,
  IdentifyContact,
  LoggedOut,
  VerifyContact,
} from "#lib/tenancy/visitors/schema.ts";

export const storefrontAccount = routes("tenancy/storefront", "/v1/storefront/{storeId}/account", {
  identifyContact: post("/identify", {
    summary: "Give a visitor a contact session",
    needs: "none",
    goesOn: true,
    body: IdentifyContact,
    returns: Identified,
    secret: true,
    status: 201,
    errors: [GENERAL.TOO_MANY_REQUESTS],
    emits: ["contact.created"],
    extension: true,
  }),
  requestContactCode: post("/code", {
    summary: "Send the visitor a code to prove an address",
    needs: "visitor",
    goesOn: true,
    body: ContactCode,
    returns: Challenge,
    errors: [GENERAL.TOO_MANY_REQUESTS],
    extension: true,
  }),
  verifyContact: post("/verify", {
    summary: "Prove the visitor's address with a code",
    needs: "visitor",
    goesOn: true,
    body: VerifyContact,
    returns: Contact,
    errors: [AUTH.CODE_INVALID, GENERAL.TOO_MANY_REQUESTS],
    emits: ["contact.updated"],
    extension: true,
  }),
  logoutContact: post("/logout", {
    summary: "End the visitor's session",
    needs: "visitor",
    goesOn: true,
    returns: LoggedOut,
    extension: true,
  }),
  getCurrentContact: get("/me", {
    summary: "The visitor as the store knows it",
    needs: "visitor",
    goesOn: true,
    returns: Contact,
    extension: true,
  }),
  deleteCurrentContact: del("/me", {
    summary: "Forget the visitor: sessions and carts go, orders keep lines and money alone",
    needs: "visitor",
    goesOn: true,
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["contact.deleted"],
    extension: true,
  }),
});

export const contacts = routes("tenancy/storefront", "/v1/stores/{storeId}/contacts", {
  deleteContact: del("/{contactId}", {
    summary: "Forget a contact: sessions and carts go, orders keep lines and money alone",
    needs: "ADMIN",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["contact.deleted"],
    extension: true,
  }),
});
