// Sign-in by code, new access tokens, and the public keys that verify them.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { get, post, routes } from "#core/http/contract.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import {
  RefreshToken,
  RequestCode,
  SignedIn,
  SignInChallenge,
  VerifyCode,
} from "#lib/tenancy/people/schema.ts";

/** What sign-in operations use. Only they sign access tokens. */
const SIGN_IN_USES = { uses: ["table:write", "secrets", "signing"] } as const;

export const auth = routes("tenancy/auth", "/v1/auth", {
  requestCode: post("/code", {
    summary: "Ask for a sign-in code by email",
    needs: "none",
    body: RequestCode,
    returns: SignInChallenge,
    errors: [GENERAL.TOO_MANY_REQUESTS],
  }),
  verifyCode: post("/verify", {
    summary: "Sign in with a code",
    description: "The first sign-in with an address creates its account.",
    needs: "none",
    body: VerifyCode,
    returns: SignedIn,
    secret: true,
    ...SIGN_IN_USES,
    errors: [AUTH.CODE_INVALID, GENERAL.TOO_MANY_REQUESTS],
  }),
  refreshTokens: post("/refresh", {
    summary: "Exchange a refresh token for new tokens",
    needs: "none",
    body: RefreshToken,
    returns: SignedIn,
    secret: true,
    ...SIGN_IN_USES,
    errors: [GENERAL.UNAUTHENTICATED],
  }),
});

export const storeAuth = routes("tenancy/auth", "/v1/stores/{storeId}/auth", {
  requestStoreCode: post("/code", {
    summary: "Ask for a code to sign in to one store",
    needs: "none",
    worksWhileClosed: true,
    body: RequestCode,
    returns: SignInChallenge,
    errors: [GENERAL.TOO_MANY_REQUESTS],
  }),
  verifyStoreCode: post("/verify", {
    summary: "Sign in to one store with a code",
    description: "The session works for this store alone.",
    needs: "none",
    worksWhileClosed: true,
    body: VerifyCode,
    returns: SignedIn,
    secret: true,
    ...SIGN_IN_USES,
    errors: [AUTH.CODE_INVALID, GENERAL.TOO_MANY_REQUESTS],
  }),
});

export const wellKnown = routes("tenancy/auth", "/.well-known", {
  getPublicKeys: get("/jwks.json", {
    summary: "Public keys that access tokens are verified with",
    needs: "none",
    returns: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    extension: true,
  }),
});
