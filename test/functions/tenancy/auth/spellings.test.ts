import { expect, test } from "vitest";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok, refused } from "#test/support/client.ts";
import { newEmail } from "#test/support/world.ts";

test("a sign-in prints its tokens in both spellings, and takes the refresh token in either", async () => {
  const email = newEmail();
  await ok(auth.requestCode, { body: { email } });
  const signedIn = await ok(auth.verifyCode, { body: { email, code: await codeFor(email) } });
  const both = (reply: typeof signedIn) => {
    expect([reply.accessToken, reply.refreshToken, reply.expiresAt]).toEqual([
      reply.access_token,
      reply.refresh_token,
      reply.expires_at,
    ]);
    return reply.refresh_token;
  };
  const first = both(signedIn);
  const second = both(await ok(auth.refreshTokens, { body: { refreshToken: first } }));
  expect(second).not.toBe(first);
  both(await ok(auth.refreshTokens, { body: { refresh_token: second } }));
  const nothing = await refused(auth.refreshTokens, { body: {} });
  expect(nothing).toMatchObject({ status: 400, body: { validationErrors: [{ field: "refresh_token" }] } });
});
