import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { newOpaqueToken, parseOpaqueToken } from "#core/seal.ts";
import { members } from "#functions/tenancy/members/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { createInvitation } from "#lib/tenancy/people/invitations.ts";
import { forgotPassword } from "#lib/tenancy/people/recovery.ts";
import { registerUser } from "#lib/tenancy/people/registration.ts";
import { ok, refused } from "#test/support/client.ts";
import { mailTo, newEmail, openStore, personActor, somebody, testContext } from "#test/support/world.ts";

// A deployment without a site of its own, so that links lead to pages of this system.
process.env.ALLOWED_ORIGINS = "";

const PASSWORD = "correct horse battery";
const HTML = { accept: "text/html" };

async function linkIn(email: string, count = 1): Promise<string> {
  const { body } = await mailTo(email, count);
  const link = /https?:\S+\?\S*token=\S+/.exec(body.text ?? "")?.[0] ?? "";
  expect(link.startsWith(`${env("PUBLIC_URL")}/v1/account-pages/`), link).toBe(true);
  return link;
}

const open = (link: string, headers: Record<string, string> = HTML) => fetch(link, { headers });
const submitForm = (link: string, form: Record<string, string> = {}) =>
  fetch(link, { method: "POST", headers: HTML, body: new URLSearchParams(form) });
const signIn = (email: string, password: string) =>
  ({ body: { provider: "EMAIL", email, password } }) as const;

/** A used or wrong link leads to an error page, which does not show what the link was for. */
async function expectDead(link: string, about: string): Promise<void> {
  const shown = await open(link);
  expect([shown.status, await shown.text()]).toEqual([400, expect.not.stringContaining(about)]);
}

test("without a site of its own, the link of a registration leads to a confirming page", async () => {
  const email = newEmail();
  await registerUser(testContext(), { email, password: PASSWORD });
  const link = await linkIn(email);
  const page = await open(link, { ...HTML, "accept-language": "de" });
  expect(page.status).toBe(200);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await page.text()).toContain("Bestätigen Sie Ihre Adresse");
  // Opening it changes nothing.
  expect((await refused(users.loginUser, signIn(email, PASSWORD))).status).toBe(400);
  expect(await (await submitForm(link)).text()).toContain("Your address is confirmed");
  await ok(users.loginUser, signIn(email, PASSWORD));
  const again = await submitForm(link);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain("This link leads nowhere");
});

test("the link of a forgotten password leads to a page, which says why a password is refused", async () => {
  const { email } = await somebody();
  await forgotPassword(testContext(), { email });
  const link = await linkIn(email);
  expect(await (await open(link)).text()).toContain('type="password"');
  const weak = await submitForm(link, { password: "short" });
  expect(weak.status).toBe(400);
  expect(await weak.text()).toContain("This password is too weak");
  expect(await (await submitForm(link, { password: PASSWORD })).text()).toContain(
    "Your password was changed",
  );
  await ok(users.loginUser, signIn(email, PASSWORD));
});

test("the link of an invitation leads to a page to accept or reject it", async () => {
  const { id, key, owner } = await openStore();
  const params = { storeId: id };
  for (const [action, count] of [
    ["reject", 1],
    ["accept", 2],
  ] as const) {
    const email = newEmail();
    await createInvitation(testContext({ actor: personActor(owner.id) }), id, { email });
    const link = await linkIn(email);
    const page = await (await open(link)).text();
    expect(page).toContain(`${key} invites you to join its team as admin.`);
    // A forged token with the invitation's ids does not work.
    const token = new URL(link).searchParams.get("token") ?? "";
    const { hint = "" } = parseOpaqueToken(TOKEN_PREFIX.invitation, token) ?? {};
    const forged = link.replace(token, newOpaqueToken(TOKEN_PREFIX.invitation, hint));
    expect((await submitForm(forged, { action })).status).toBe(400);
    await expectDead(forged, key);
    expect((await submitForm(link, { action })).status).toBe(200);
    await expectDead(link, key);
    await expectDead(link.replace("token=", "token=x"), key);
    const { items } = await ok(members.listMembers, { params, as: owner });
    expect(items).toHaveLength(count);
  }
});

test("an unknown page, or a link without its token, is a 404", async () => {
  for (const path of ["account-pages/other?token=x", "account-pages/__proto__?token=x"]) {
    expect((await open(`${env("PUBLIC_URL")}/v1/${path}`)).status).toBe(404);
  }
  for (const name of ["confirm", "reset-password", "invitation"]) {
    expect(
      (await submitForm(`${env("PUBLIC_URL")}/v1/account-pages/${name}?token=none`, { password: PASSWORD }))
        .status,
    ).toBe(400);
    expect(
      (await submitForm(`${env("PUBLIC_URL")}/v1/account-pages/${name}`, { password: PASSWORD })).status,
    ).toBe(400);
  }
});
