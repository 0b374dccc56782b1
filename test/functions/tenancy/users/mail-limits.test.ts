import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { ipNetwork } from "#core/http/caller.ts";
import { businessName, personName } from "#core/mail/address.ts";
import type { Mail } from "#core/mail/mail.ts";
import { auth, storeAuth } from "#functions/tenancy/auth/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { isKnownNetwork } from "#lib/tenancy/codes/networks.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { logInByCode, PASSWORD, registerUser } from "#test/support/users.ts";
import { mailsTo, mailTo, newEmail, openStore, somebody, testContext } from "#test/support/world.ts";

// One time for all requests, so that no hour or day of a budget ends in between.
const NOW = Math.floor(Date.now() / 1000);
const headers = { "x-local-time": String(NOW) };
// The test stack has generous budgets; the calls here use the deployed ones.
process.env.BUDGETS = JSON.stringify({ code_per_ip: [9999, 60], password_per_ip: [9999, 60] });

const newMail = (to: string, more: Partial<Mail>): Mail => ({
  to,
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  ...more,
});

test("a person gets at most ten phone codes a day, and all together as many as allowed", async () => {
  const asked = async ({ token }: { token: string }, count: number) => {
    let sent = 0;
    for (let index = 0; index < count; index++) {
      const phoneNumber = `+4915${String(randomInt(1e9)).padStart(9, "0")}`;
      const body = JSON.stringify({ phoneNumber });
      const { status } = await invokeDirect(users.sendPhoneCode, { token, body, headers });
      if (status === 200) sent += 1;
    }
    return sent;
  };
  const [one, other, third] = [await somebody(), await somebody(), await somebody()];
  expect(await asked(one, 12)).toBe(10);
  const deployed = process.env.BUDGETS;
  process.env.BUDGETS = JSON.stringify({ code_per_ip: [9999, 60], texts: [12, 24 * 3600] });
  try {
    expect((await asked(other, 8)) + (await asked(third, 8))).toBeLessThanOrEqual(2);
  } finally {
    process.env.BUDGETS = deployed;
  }
});

test("an unproven email address gets at most twenty mails a day from all tenants together", async () => {
  const to = newEmail();
  const tenants = await Promise.all([openStore(), openStore(), openStore()]);
  const now = testContext({ clock: () => NOW });
  const outcomes: string[] = [];
  for (let index = 0; index < 24; index++) {
    const tenant_id = tenants[index % 3]?.id ?? "";
    outcomes.push(await deliverMail(now, `${to}-${index}`, newMail(to, { tenant_id })));
  }
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(20);
  expect(await mailsTo(to)).toHaveLength(20);
  // With the mails above, three rounds eight hours apart, which are on two days at most.
  for (const hours of [8, 16]) {
    const ctx = testContext({ clock: () => NOW + hours * 3600 });
    for (let index = 0; index < 21; index++) {
      const mail = newMail(to, { tenant_id: tenants[index % 3]?.id });
      outcomes.push(await deliverMail(ctx, `${to}-${hours}-${index}`, mail));
    }
  }
  expect(outcomes.filter((outcome) => outcome === "sent").length).toBeLessThanOrEqual(40);
  const otherwise = newEmail();
  const [store] = tenants;
  const staff = newMail(to, { tenant_id: store?.id, otherwise });
  expect(await deliverMail(now, `${to}-staff`, staff)).toBe("sent");
  expect(await mailsTo(otherwise)).toHaveLength(1);
  const proven = newMail(to, { tenant_id: store?.id, proven: true });
  expect(await deliverMail(now, `${to}-proven`, proven)).toBe("sent");
});

test("an email address has one limit on codes of all stores, and another on those of its account", async () => {
  const email = newEmail();
  const stores = await Promise.all(Array.from({ length: 7 }, () => openStore()));
  const statuses = await Promise.all(
    stores.map(async ({ id }) => {
      const request = { params: { storeId: id }, body: JSON.stringify({ email }), headers };
      return (await invokeDirect(storeAuth.requestStoreCode, request)).status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await invokeDirect(auth.requestCode, { body: JSON.stringify({ email }), headers })).status).toBe(
    200,
  );
});

test("the mail of a code says what the code opens, and a missing store sends none", async () => {
  const email = newEmail();
  const store = await openStore();
  await ok(auth.requestCode, { body: { email } });
  expect((await mailTo(email)).body.text).toContain("your whole account");
  await ok(storeAuth.requestStoreCode, { params: { storeId: store.id }, body: { email } });
  const mail = await mailTo(email, 2);
  expect(mail.body.text).toContain(`your account at ${businessName(store.key)}`);
  const missing = {
    params: { storeId: "store_00000000000000000000000000" },
    body: JSON.stringify({ email }),
  };
  expect((await invokeDirect(storeAuth.requestStoreCode, missing)).status).toBe(404);
});

test("wrong passwords from elsewhere do not block a network of recent sign-ins", async () => {
  const { email } = await registerUser();
  const attempt = (password: string, sourceIp: string) =>
    loginFrom(sourceIp, JSON.stringify({ provider: "EMAIL", email, password }));
  expect((await attempt(PASSWORD, "198.51.100.7")).status).toBe(200);
  const refused: number[] = [];
  // A few at a time, as a write that is answered too late is repeated, and counts twice.
  for (let index = 0; index < 70; index += 5) {
    const strangers = Array.from({ length: 5 }, (_, more) => attempt("wrong", `203.${index + more}.113.5`));
    refused.push(...(await Promise.all(strangers)).map(({ status }) => status));
  }
  expect(refused.filter((status) => status === 400)).toHaveLength(50);
  expect((await attempt(PASSWORD, "203.200.113.5")).status).toBe(429);
  expect((await attempt(PASSWORD, "198.51.100.99")).status).toBe(200);
  const isKnown = (days: number) => {
    const clock = () => NOW + days * 24 * 3600;
    return isKnownNetwork(testContext({ ip: "198.51.100.7", clock }), email);
  };
  expect([await isKnown(29), await isKnown(31)]).toEqual([true, false]);
});

function loginFrom(sourceIp: string, body: string) {
  return invokeDirect(users.loginUser, { body, headers, sourceIp });
}

test("networks are those of a household or office, in IPv4 and IPv6", () => {
  expect(ipNetwork("198.51.100.7")).toBe(ipNetwork("198.51.100.99"));
  expect(ipNetwork("198.51.100.7")).toBe(ipNetwork("::ffff:198.51.100.9"));
  expect(ipNetwork("2001:db8:1:2::1")).toBe(ipNetwork("2001:0db8:0001:ffff::"));
  expect(ipNetwork("2001:db8::1")).toBe(ipNetwork("2001:db8:0:5::1"));
  expect(ipNetwork("2001:db8:1::1")).not.toBe(ipNetwork("2001:db8:2::1"));
});

test("no name in a mail becomes a link, a phone number or a message", () => {
  expect(personName("Visit https://evil.example/x now +1 900 555")).toBe("Visit https evil example x now");
  expect(personName("Zoë O’Brien-Łuk")).toBe("Zoë O’Brien-Łuk");
  expect(businessName("Bits & Bobs 24")).toBe("Bits & Bobs 24");
  expect(businessName("evil.example/login")).toBe("evil example login");
  expect([...personName("x".repeat(500))]).toHaveLength(60);
});

test("an owner gets a reset link, however many somebody else requests", async () => {
  const { email } = await registerUser();
  await logInByCode(email, 1);
  const ask = async (sourceIp: string) =>
    (await invokeDirect(users.forgotPassword, { body: JSON.stringify({ email }), headers, sourceIp })).status;
  const stranger = await Promise.all(Array.from({ length: 9 }, () => ask("203.0.113.5")));
  expect(stranger.filter((status) => status === 200)).toHaveLength(5);
  for (let index = 0; index < 30; index++) await ask(`192.${index}.2.1`);
  expect(await ask("192.99.2.1")).toBe(429);
  expect(await ask("127.0.0.1")).toBe(200);
});
