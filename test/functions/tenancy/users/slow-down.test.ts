import { expect, test } from "vitest";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { PASSWORD, registerUser } from "#test/support/users.ts";
import { mailTo, newEmail } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
// Higher limits per IP address, because all tests call from one.
const IP_BUDGETS = JSON.stringify({
  password_per_ip: [100_000, 600],
  code_per_ip: [100_000, 600],
  verify_per_ip: [100_000, 600],
});

// The test stack has generous budgets; these handlers run here with the deployed ones.
process.env.BUDGETS = IP_BUDGETS;

function attempt(email: string, password: string, { at = NOW, sourceIp = "127.0.0.1" } = {}) {
  return invokeDirect(users.loginUser, {
    body: JSON.stringify({ provider: "EMAIL", email, password }),
    headers: { "x-local-time": String(at) },
    sourceIp,
  });
}

/** Runs with the deployed budgets, except for those in `but`. */
async function asDeployed(run: () => Promise<void>, but: Record<string, number[]> = {}): Promise<void> {
  process.env.BUDGETS = JSON.stringify(but);
  try {
    await run();
  } finally {
    process.env.BUDGETS = IP_BUDGETS;
  }
}

test("ten wrong passwords slow an account down, known or not, and sign-in by code still works", async () => {
  const { email } = await registerUser();
  for (const address of [email, newEmail()]) {
    for (let tries = 0; tries < 10; tries++) expect((await attempt(address, "wrong")).status).toBe(400);
    const slowed = await attempt(address, address === email ? PASSWORD : "wrong");
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(slowed.headers["retry-after"])).toBeLessThanOrEqual(600);
  }
  const asked = await invokeDirect(auth.requestCode, { body: JSON.stringify({ email }) });
  expect(asked.status).toBe(200);
  const { challenge_id } = JSON.parse(asked.body);
  const code = /\d{6}/.exec((await mailTo(email, 2)).subject)?.[0];
  const verified = await invokeDirect(auth.verifyCode, { body: JSON.stringify({ challenge_id, code }) });
  expect(verified.status).toBe(200);
  expect((await attempt(email, PASSWORD, { at: NOW + 601 })).status).toBe(200);
});

test("right passwords do not count", async () => {
  const { email } = await registerUser();
  const times = async (count: number, sourceIp: string) => {
    for (let tries = 0; tries < count; tries++) {
      expect((await attempt(email, PASSWORD, { sourceIp })).status).toBe(200);
    }
  };
  await asDeployed(() => times(12, "192.0.2.12"));
  const few = { password_per_ip: [5, 600], password_per_account: [5, 600] };
  await asDeployed(async () => {
    await times(6, "192.0.2.12");
    await times(1, "198.51.100.12");
  }, few);
});

test("of fifty concurrent guesses only ten are compared", async () => {
  const { email } = await registerUser();
  // A sign-in makes this network a known one, whose guesses have their own count.
  expect((await attempt(email, PASSWORD)).status).toBe(200);
  const replies = await Promise.all(Array.from({ length: 50 }, () => attempt(email, "wrong")));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
  expect((await attempt(email, PASSWORD)).status).toBe(429);
});

test("ten wrong passwords slow an IP address down, whatever the accounts", async () => {
  const at = NOW + 7200;
  await asDeployed(async () => {
    for (let tries = 0; tries < 10; tries++) {
      expect((await attempt(newEmail(), "wrong", { at })).status).toBe(400);
    }
    expect((await attempt(newEmail(), "wrong", { at })).status).toBe(429);
  });
});

test("other IP addresses of an IPv6 /64 network do not help an attacker", async () => {
  const at = NOW + 7200;
  const prefix = `2001:db8:${(NOW % 65_536).toString(16)}`;
  const guess = async (host: string) =>
    (await attempt(newEmail(), "wrong", { at, sourceIp: `${prefix}:${host}` })).status;
  await asDeployed(async () => {
    for (let tries = 0; tries < 10; tries++) expect(await guess(`1:0:0:0:${tries}`)).toBe(400);
    expect(await guess("1:a:b:c:d")).toBe(429);
    expect(await guess("1::e")).toBe(429);
    expect(await guess("2::1")).toBe(400);
  });
});
