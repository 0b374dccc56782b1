import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { openStore } from "#test/support/world.ts";

test("every answer has HSTS and nosniff headers", async () => {
  const { id } = await openStore();
  for (const [path, status] of [
    [`/v1/stores/${id}/forms`, 200],
    ["/v1/stores/none/forms", 404],
    ["/v1/accounts/me", 401],
    ["/v1/no-such-path", 404],
    ["/v1/users/login/callback?state=none", 400],
    ["/.well-known/jwks.json", 200],
  ] as const) {
    const answer = await fetch(`${env("PUBLIC_URL")}${path}`, { redirect: "manual" });
    expect(answer.status, path).toBe(status);
    expect(answer.headers.get("strict-transport-security"), path).toBe("max-age=31536000");
    expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
  }
});
