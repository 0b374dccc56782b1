import { expect, test } from "vitest";
import type { PaidRecord } from "#test/proofs/paid-orders.ts";
import { proveNoRefundWithoutAdmin } from "#test/proofs/refunds-without-admin.ts";
import { REFUND_REQUESTS } from "#test/proofs/staff-refunds.ts";
import { seeded } from "#test/support/random.ts";
import { member } from "#test/support/world.ts";

const FORBIDDEN = { status: 403, body: { error: "GENERAL.FORBIDDEN" } };

type Role = "viewer" | "member" | "admin";

const callRefund = async (paid: PaidRecord, role: Role, more: object = {}) =>
  paid.ask(await member(paid.storeId, role), more);

/** Calls with a role. Returns the outcome, and the amount refunded by then. */
async function refundAs(paid: PaidRecord, role: Role, more: object = {}) {
  const reply = await callRefund(paid, role, more);
  await paid.done();
  return { ...reply, back: await paid.back() };
}

test.concurrent.each(Object.entries(REFUND_REQUESTS))(
  "%s refunds for an ADMIN, and with WRITE only what the buyer could cancel alone",
  async (_, { open, policy }) => {
    const [paid, other] = await Promise.all([open(), open()]);
    const refused = await callRefund(paid, "member");
    const all = [
      await callRefund(paid, "viewer"),
      await callRefund(paid, "viewer", { refund: "policy" }),
      refused,
    ];
    for (const each of all) expect(each).toMatchObject(FORBIDDEN);
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/ADMIN.*`refund: "policy"`/) });
    await paid.done();
    expect(await paid.back()).toBe(0);
    const [ruled, whole] = await Promise.all([
      refundAs(paid, "member", { refund: "policy" }),
      refundAs(other, "admin"),
    ]);
    expect(whole.status).toBe(200);
    expect(whole.back).toBeGreaterThan(0);
    if (policy === "nothing") expect([ruled.back, [200, 403].includes(ruled.status)]).toEqual([0, true]);
    else expect(ruled).toMatchObject({ status: 200, back: whole.back });
    if (policy === "all") expect(ruled.back).toBe(paid.captured);
  },
);

test("a caller with WRITE causes no refund of a paid order, by any sequence of calls", () =>
  seeded(async (random) => {
    const { done, refused } = await proveNoRefundWithoutAdmin(random, 6);
    expect([done > 0, refused > 0]).toEqual([true, true]);
  }));
