import { expect, test, vi } from "vitest";
import { env } from "#core/env.ts";
import { newAddressedToken } from "#core/seal.ts";
import { invitations, members, openInvitations } from "#functions/tenancy/members/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { allowedOrigin, allowedRedirect, invitationOrigin } from "#lib/tenancy/people/links.ts";
import { listInvitations } from "#lib/tenancy/people/open-invitations.ts";
import { invitationPlaces } from "#lib/tenancy/people/table.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { frontEnd, tokenIn } from "#test/support/provider.ts";
import { logInByCode } from "#test/support/users.ts";
import { mailTo, member, newEmail, openStore, somebody, testContext } from "#test/support/world.ts";

async function openInvitation(role?: string) {
  const { id: businessId, owner } = await openStore();
  const email = newEmail();
  const params = { businessId };
  const sent = await ok(invitations.createInvitation, { params, as: owner, body: { email, role } });
  const mail = await mailTo(email);
  return { businessId, owner, email, params, sent, mail, token: tokenIn(mail) };
}

test("accepting an invitation makes a member, once", async () => {
  const { businessId, email, params, sent, mail, token } = await openInvitation();
  expect(sent).toMatchObject({ success: true, email, role: "admin", status: "PENDING" });
  expect(mail.subject).toMatch(/^Join /);
  expect(mail.body.html).toContain(`${invitationOrigin(undefined)}/invitation?businessId=${businessId}`);
  const as = await somebody(email);
  const body = { token, action: "ACCEPT" };
  expect(await ok(invitations.answerInvitation, { params, as, body })).toEqual({
    success: true,
    status: "ACCEPTED",
  });
  expect(await refused(invitations.answerInvitation, { params, as, body })).toMatchObject({
    error: "BUSINESS.INVITATION_INVALID",
  });
  expect(await ok(users.getMyUser, { as })).toMatchObject({ roleIds: ["admin"] });
});

test("the link alone is enough for an email address without an account", async () => {
  const { email, params, token } = await openInvitation("Member");
  await ok(invitations.answerInvitation, { params, body: { token, action: "accept" } });
  const { access_token } = await logInByCode(email, 1);
  expect(await ok(users.getMyUser, { as: { token: access_token } })).toMatchObject({
    roleIds: ["member"],
    email,
  });
});

test("a rejected invitation makes nobody a member, and makes room for another one", async () => {
  const { params, owner, email, token } = await openInvitation();
  expect(await ok(invitations.answerInvitation, { params, body: { token, action: "REJECT" } })).toMatchObject(
    { status: "REJECTED" },
  );
  await ok(invitations.createInvitation, { params, as: owner, body: { email } });
  const places = invitationPlaces.partition({ tenant_id: params.businessId });
  expect((await invitationPlaces.query(places)).records).toHaveLength(1);
});

test("an invitation is for one email address, one business and seven days", async () => {
  const { businessId, params, sent, token } = await openInvitation();
  const stranger = await somebody();
  const body = { token, action: "ACCEPT" };
  expect(await refused(invitations.answerInvitation, { params, as: stranger, body })).toMatchObject({
    status: 403,
    error: "USER.UNAUTHORIZED",
  });
  const invalid = { status: 400, error: "BUSINESS.INVITATION_INVALID" };
  const elsewhere = { businessId: (await openStore()).id };
  expect(await refused(invitations.answerInvitation, { params: elsewhere, body })).toMatchObject(invalid);
  const at = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  expect(await refused(invitations.answerInvitation, { params, body, at })).toMatchObject(invalid);
  const wrong = { token: `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`, action: "ACCEPT" };
  expect(await refused(invitations.answerInvitation, { params, body: wrong })).toMatchObject(invalid);
  // The ids of an invitation are not secret, so a token with these ids and another secret must be invalid.
  const forged = { token: newAddressedToken(TOKEN_PREFIX.invitation, businessId, sent.id), action: "ACCEPT" };
  expect(await refused(invitations.answerInvitation, { params, body: forged })).toMatchObject(invalid);
  await ok(invitations.answerInvitation, { params, body, at: at - 60 });
});

test("a member or an invited email address is not invited again", async () => {
  const { params, owner, email } = await openInvitation();
  const again = (address: string) =>
    refused(invitations.createInvitation, { params, as: owner, body: { email: address } });
  expect(await again(email.toUpperCase())).toMatchObject({
    status: 400,
    error: "BUSINESS.INVITATION_PENDING",
  });
  const known = await member(params.businessId, "viewer");
  expect(await again(known.email)).toMatchObject({ status: 400, error: "BUSINESS.ALREADY_MEMBER" });
  const fresh = newEmail();
  const replies = await Promise.all(
    [1, 2, 3].map(() => call(invitations.createInvitation, { params, as: owner, body: { email: fresh } })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
});

test("nobody grants a stronger role than their own; the older form's strongest role counts", async () => {
  const { id: businessId, owner } = await openStore();
  const admin = await member(businessId, "admin");
  const params = { businessId };
  const send = (as: typeof owner, body: { role?: string; roleIds?: string[] }) =>
    call(invitations.createInvitation, { params, as, body: { email: newEmail(), ...body } });
  expect(await send(admin, { role: "Owner" })).toMatchObject({ status: 403 });
  expect(await send(owner, { role: "Super" })).toMatchObject({
    status: 403,
    body: { error: "USER.UNAUTHORIZED" },
  });
  expect(await send(admin, { roleIds: ["viewer", "owner"] })).toMatchObject({ status: 403 });
  expect(await send(owner, { roleIds: ["viewer", "OWNER"] })).toMatchObject({
    status: 201,
    body: { role: "owner" },
  });
  expect(await send(owner, { role: "duke" })).toMatchObject({
    status: 400,
    body: { error: "USER.ROLE_INVALID" },
  });
});

test("a business has at most a hundred open invitations", async () => {
  const { id: businessId, owner } = await openStore();
  const send = () =>
    call(invitations.createInvitation, { params: { businessId }, as: owner, body: { email: newEmail() } });
  const atOnce = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status).toSorted();
  for (let batch = 0; batch < 6; batch++) expect(await atOnce(16)).toEqual(Array(16).fill(201));
  // Concurrent invitations do not exceed the limit either.
  expect(await atOnce(16)).toEqual([...Array(4).fill(201), ...Array(12).fill(400)]);
  expect(await send()).toMatchObject({ status: 400, body: { error: "BUSINESS.FAILED_CREATE" } });
});

test("an invitation is void once its sender has left or may no longer grant its role", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const sender = await member(businessId, "owner");
  const invite = async (as: typeof owner, email: string, role: string) => {
    await ok(invitations.createInvitation, { params, as, body: { email, role } });
    return tokenIn(await mailTo(email));
  };
  const [one, two, three] = [newEmail(), newEmail(), newEmail()];
  const asAdmin = await invite(sender, one, "Admin");
  const asOwner = await invite(sender, two, "Owner");
  const answer = (token: string) =>
    call(invitations.answerInvitation, { params, body: { token, action: "ACCEPT" } });
  const invalid = { status: 400, body: { error: "BUSINESS.INVITATION_INVALID" } };
  const change = { params: { storeId: businessId, accountId: sender.id }, as: owner };
  await ok(members.updateMember, { ...change, body: { role: "admin" } });
  expect(await answer(asOwner)).toMatchObject(invalid);
  expect(await answer(asAdmin)).toMatchObject({ status: 200 });
  const later = await invite(sender, three, "Member");
  await ok(members.removeMember, change);
  expect(await answer(later)).toMatchObject(invalid);
  // The address can be invited again at once, by somebody with the role.
  await ok(invitations.createInvitation, { params, as: owner, body: { email: three, role: "Member" } });
  expect(await answer(later)).toMatchObject(invalid);
});

test("an open invitation is listed until it ends; then its link is dead and its email is free", async () => {
  const { businessId: storeId, owner: as, email, params, sent, token } = await openInvitation("Member");
  const list = () => ok(openInvitations.listInvitations, { params: { storeId }, as });
  const later = testContext({ now: () => sent.expiresAt });
  expect((await list()).items).toMatchObject([
    { id: sent.id, store_id: storeId, email, role: "member", invited_by: as.id, expires_at: sent.expiresAt },
  ]);
  expect((await listInvitations(later, storeId, {})).items).toEqual([]);
  const body = { email: newEmail(), role: "Member" as const };
  const second = await ok(invitations.createInvitation, { params, as, body });
  const page = (cursor?: string) =>
    ok(openInvitations.listInvitations, {
      params: { storeId },
      as,
      query: { limit: "1", ...(cursor ? { cursor } : {}) },
    });
  const first = await page();
  const next = await page(first.cursor ?? "");
  expect([...first.items, ...next.items].map(({ id }) => id).sort()).toEqual([sent.id, second.id].sort());
  await ok(openInvitations.withdrawInvitation, { params: { storeId, invitationId: second.id }, as });
  const viewer = await member(storeId, "member");
  const one = { storeId, invitationId: sent.id };
  expect(await refused(openInvitations.withdrawInvitation, { params: one, as: viewer })).toMatchObject({
    status: 403,
  });
  await ok(openInvitations.withdrawInvitation, { params: one, as });
  expect((await list()).items).toEqual([]);
  expect(await refused(openInvitations.withdrawInvitation, { params: one, as })).toMatchObject({
    status: 404,
  });
  expect(
    await refused(invitations.answerInvitation, { params, body: { token, action: "ACCEPT" } }),
  ).toMatchObject({ error: "BUSINESS.INVITATION_INVALID" });
  await ok(invitations.createInvitation, { params, as, body: { email } });
  expect((await list()).items).toMatchObject([{ email, role: "admin" }]);
});

test("an admin withdraws no invitation of an owner", async () => {
  const { businessId: storeId, sent } = await openInvitation("Owner");
  const as = await member(storeId, "admin");
  expect(
    await refused(openInvitations.withdrawInvitation, { params: { storeId, invitationId: sent.id }, as }),
  ).toMatchObject({ status: 403, error: "USER.UNAUTHORIZED" });
});

test("invitations lead to the console unless another site is named, and sign-in works there", () => {
  const { originUrl } = frontEnd();
  const before = invitationOrigin(undefined);
  vi.stubEnv("CONSOLE_URL", "https://console.example.com/console");
  expect(invitationOrigin(undefined)).toBe("https://console.example.com/console");
  expect(invitationOrigin(originUrl)).toBe(originUrl);
  const [origin, back] = [env("CONSOLE_URL"), `${env("CONSOLE_URL")}/callback`];
  expect(allowedOrigin(origin, "originUrl")).toBe(origin);
  expect(allowedRedirect(back, "redirectUrl")).toBe(back);
  for (const near of [origin, `${back}/`, `${back}?next=/`, "https://console.example.com.evil.test/callback"])
    expect(() => allowedRedirect(near, "redirectUrl")).toThrow();
  expect(() => allowedOrigin(back, "originUrl")).toThrow();
  vi.unstubAllEnvs();
  expect(invitationOrigin(undefined)).toBe(before);
  expect(() => allowedOrigin(origin, "originUrl")).toThrow();
  expect(() => allowedRedirect(back, "redirectUrl")).toThrow();
});
