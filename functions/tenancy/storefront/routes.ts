// What visitors of a shop do with their own account.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { ContactCodeSent, ContactIdentified, Storefront } from "#lib/money/markets/place-schema.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { CONTACT } from "#lib/tenancy/visitors/errors.ts";
import { UpdateOwnContact } from "#lib/tenancy/visitors/own-consents-schema.ts";
import {
  ContactLoggedOut,
  ContactView,
  IdentifyContact,
  RequestContactCode,
  VerifiedContact,
  VerifyContact,
} from "#lib/tenancy/visitors/schema.ts";

export const storefrontAccount = routes("tenancy/storefront", "/v1/storefront/{storeId}/account", {
  identifyContact: post("/identify", {
    summary: "Give a visitor a contact session",
    needs: "none",
    worksWhileClosed: true,
    body: IdentifyContact,
    returns: ContactIdentified,
    secret: true,
    status: 201,
    errors: [GENERAL.TOO_MANY_REQUESTS],
    emits: ["contact.created"],
    extension: true,
  }),
  requestContactCode: post("/code", {
    summary: "Send a code to prove an address",
    description:
      "Without a contact session the address becomes a contact of the store. Verifying the code then returns its session.",
    needs: "public",
    worksWhileClosed: true,
    body: RequestContactCode,
    returns: ContactCodeSent,
    errors: [GENERAL.TOO_MANY_REQUESTS],
    emits: ["contact.created"],
    extension: true,
  }),
  verifyContact: post("/verify", {
    summary: "Prove an address with a code",
    description:
      "Returns the contact and a new session: send its token from then on. The session that asked for the code becomes that of a new visitor, whose cart has the same lines. Without challenge_id, the newest challenge counts.",
    needs: "public",
    worksWhileClosed: true,
    body: VerifyContact,
    returns: VerifiedContact,
    secret: true,
    errors: [AUTH.CODE_INVALID, GENERAL.TOO_MANY_REQUESTS],
    emits: ["contact.updated", "contact.created", "cart.created", "cart.updated"],
    extension: true,
  }),
  logoutContact: post("/logout", {
    summary: "End the visitor's session",
    needs: "visitor",
    worksWhileClosed: true,
    returns: ContactLoggedOut,
    extension: true,
  }),
  getCurrentContact: get("/me", {
    summary: "The visitor as the store knows it",
    needs: "visitor",
    worksWhileClosed: true,
    returns: ContactView,
    extension: true,
  }),
  updateCurrentContact: put("/me", {
    summary: "Agree to be written to",
    needs: "visitor",
    body: UpdateOwnContact,
    returns: ContactView,
    emits: ["contact.updated"],
    extension: true,
  }),
  withdrawOwnConsent: del("/me/consents/{channel}", {
    summary: "Take back what you agreed to, for one channel",
    needs: "visitor",
    strict: true,
    worksWhileClosed: true,
    returns: ContactView,
    emits: ["contact.updated"],
    extension: true,
  }),
  deleteCurrentContact: del("/me", {
    summary: "Delete the visitor with sessions and carts; orders keep only lines and amounts",
    needs: "visitor",
    worksWhileClosed: true,
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["contact.deleted"],
    extension: true,
    uses: ["table:write", "secrets"],
  }),
});

export const storefronts = routes("tenancy/storefront", "/v1/storefront", {
  getStorefront: get("/{storeId}", {
    summary: "What a shop may know of its store: languages, markets, and how it is paid",
    needs: "public",
    returns: Storefront,
    extension: true,
  }),
});

export const contacts = routes("tenancy/storefront", "/v1/stores/{storeId}/contacts", {
  deleteContact: del("/{contactId}", {
    summary: "Delete a contact with sessions and carts; orders keep only lines and amounts",
    needs: "ADMIN",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND, CONTACT.MERGED],
    emits: ["contact.deleted"],
    extension: true,
    uses: ["table:write", "secrets"],
  }),
});
