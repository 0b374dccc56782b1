import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#functions/tenancy/users/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { codeLogin, PASSWORD, registered } from "#test/support/users.ts";
import { newEmail } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
const generous = process.env.BUDGETS;

// The stack of the tests is generous; these handlers run here, with the budgets that are deployed.
beforeAll(() => {
  process.env.BUDGETS = JSON.stringify({ password_per_ip: [100_000, 600] });
});
afterAll(() => {
  process.env.BUDGETS = generous;
});

function attempt(email: string, password: string, at = NOW) {
  return invokeDirect(users.loginUser, {
    body: JSON.stringify({ provider: "EMAIL", email, password }),
    headers: { "x-local-time": String(at) },
  });
}

test("ten wrong passwords slow an account down, known or not, and the way by code stays open", async () => {
  const { email } = await registered();
  for (const address of [email, newEmail()]) {
    for (let tries = 0; tries < 10; tries++) expect((await attempt(address, "wrong")).status).toBe(400);
    const slowed = await attempt(address, address === email ? PASSWORD : "wrong");
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(slowed.headers["retry-after"])).toBeLessThanOrEqual(600);
  }
  const signedIn = await codeLogin(email, 1);
  expect(signedIn.is_verified).toBe(true);
  expect((await attempt(email, PASSWORD, NOW + 601)).status).toBe(200);
});

test("right passwords count for nothing", async () => {
  const { email } = await registered();
  for (let tries = 0; tries < 12; tries++) expect((await attempt(email, PASSWORD)).status).toBe(200);
});

test("fifty guesses at once are no more than ten", async () => {
  const email = newEmail();
  const replies = await Promise.all(Array.from({ length: 50 }, () => attempt(email, "wrong")));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
});

test("ten wrong passwords slow an IP down, whatever the addresses", async () => {
  process.env.BUDGETS = "{}";
  const at = NOW + 7200;
  for (let tries = 0; tries < 10; tries++) expect((await attempt(newEmail(), "wrong", at)).status).toBe(400);
  expect((await attempt(newEmail(), "wrong", at)).status).toBe(429);
  process.env.BUDGETS = JSON.stringify({ password_per_ip: [100_000, 600] });
});
