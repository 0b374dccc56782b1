import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted, PageQuery, page } from "#core/http/page.ts";
import { API_TOKEN } from "#lib/people/errors.ts";
import {
  Account,
  ApiTokenView,
  CreateApiToken,
  CreatedApiToken,
  RenameApiToken,
  SessionView,
} from "#lib/people/schema.ts";

export const accounts = routes("accounts", "/v1/accounts", {
  getMyAccount: get("/me", {
    summary: "The signed-in account",
    needs: "account",
    storeSession: true,
    returns: Account,
  }),
  listSessions: get("/me/sessions", {
    summary: "Sessions of the account, newest first",
    needs: "account",
    query: PageQuery,
    returns: page(SessionView),
  }),
  revokeSession: del("/me/sessions/{sessionId}", {
    summary: "Revoke a session",
    description: "Its tokens are worthless within a minute.",
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
    summary: "Make an API token",
    description: "The value is in this answer and never again.",
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
