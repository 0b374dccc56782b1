// The signed-in account: its name, its tokens and its sessions.

import { GENERAL, TENANT } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted, PageQuery, page } from "#core/http/page.ts";
import { ACCOUNT, API_TOKEN, TEAM } from "#lib/tenancy/people/errors.ts";
import {
  Account,
  AccountPage,
  AccountQuery,
  AccountUpdated,
  ApiTokenView,
  CreateApiToken,
  CreatedApiToken,
  RenameApiToken,
  SessionView,
  UpdateAccount,
} from "#lib/tenancy/people/schema.ts";

export const accounts = routes("tenancy/accounts", "/v1/accounts", {
  getMyAccount: get("/me", {
    summary: "The signed-in account",
    needs: "account",
    storeSession: true,
    returns: Account,
  }),
  updateAccount: put("", {
    summary: "Change the account",
    description:
      "Changes the fields that are sent. The older form creates an API token for each new entry of api_tokens. Only this answer shows their values, in newlyCreatedTokens.",
    needs: "account",
    body: UpdateAccount,
    returns: AccountUpdated,
    errors: [API_TOKEN.LIMIT_REACHED],
  }),
  searchAccounts: get("/search", {
    summary: "The members of a store",
    description:
      "Needs ADMIN of the store in store_id, businessId or, in the older form, owner. Without a store it searches every store in which the caller is ADMIN. The platform's staff search all accounts.",
    needs: "account",
    query: AccountQuery,
    returns: AccountPage,
    storeSession: true,
    errors: [GENERAL.FORBIDDEN, GENERAL.NOT_FOUND],
  }),
  deleteAccount: del("", {
    summary: "Delete the account and all its data",
    description:
      "Irreversible. Its sessions and tokens stop working at once, and the data is deleted in the background. Stores in which it is the only member are deleted too. If a store with other members would have no owner, the request is refused and names the stores.",
    needs: "account",
    returns: Deleted,
    errors: [ACCOUNT.LAST_OWNER, TEAM.FAILED_DELETE, TENANT.NOT_FOUND],
    emits: ["member.deleted", "store.deleted"],
    timeout: 29,
  }),
  listSessions: get("/me/sessions", {
    summary: "Sessions of the account, newest first",
    needs: "account",
    query: PageQuery,
    returns: page(SessionView),
  }),
  revokeSession: del("/me/sessions/{sessionId}", {
    summary: "Revoke a session",
    description: "Its tokens stop working within a minute.",
    needs: "account",
    returns: Deleted,
  }),
  listApiTokens: get("/me/api-tokens", {
    summary: "API tokens of the account, newest first",
    needs: "account",
    query: PageQuery,
    returns: page(ApiTokenView),
  }),
  createApiToken: post("/me/api-tokens", {
    summary: "Create an API token",
    description: "Only this answer shows the value.",
    needs: "account",
    body: CreateApiToken,
    returns: CreatedApiToken,
    status: 201,
    errors: [API_TOKEN.LIMIT_REACHED],
  }),
  renameApiToken: put("/me/api-tokens/{tokenId}", {
    summary: "Rename an API token",
    needs: "account",
    body: RenameApiToken,
    returns: ApiTokenView,
  }),
  revokeApiToken: del("/me/api-tokens/{tokenId}", {
    summary: "Revoke an API token",
    needs: "account",
    returns: Deleted,
  }),
});
