import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { signedCallback } from "#lib/money/payments/sandbox.ts";
import type { SandboxEvent } from "#lib/money/payments/schema.ts";
import { attempts, sandboxCharges } from "#lib/money/payments/table.ts";
import { testContext } from "./world.ts";

export type Outcome = "authorized" | "captured" | "failed";

const SANDBOX_STATUS = { authorized: "delayed", captured: "approved", failed: "declined" } as const;

/**
 * Decides on a sandbox payment without its page. A captured payment stays so, but a failed one can
 * still succeed. Returns the signed callback.
 */
export async function decidePayment(
  tenant_id: string,
  payment_id: string,
  outcome: Outcome,
  { id = `evt_${outcome}_${payment_id}`, n = 1 }: { id?: string; n?: number } = {},
): Promise<{ url: string; body: string; headers: Record<string, string> }> {
  const key = { tenant_id, payment_id, n };
  const ctx = testContext();
  await withRetries(async () => {
    const charge = await sandboxCharges.find(key);
    const page = await attempts.find(key);
    if (charge?.status === "approved") return;
    const status = SANDBOX_STATUS[outcome];
    const after = {
      ...key,
      status,
      amount: page?.amount ?? 0,
      desk: charge?.desk ?? [],
      due_at: null,
      created_at: ctx.now(),
    };
    await transact(ctx, [charge ? sandboxCharges.replace(charge, after) : sandboxCharges.create(after)]);
  });
  return signedCallback({ id, at: ctx.now(), ...key } satisfies SandboxEvent);
}

/** Refunds a payment completely at the sandbox itself. Returns the signed callback. */
export async function refundAtSandbox(tenant_id: string, payment_id: string, id: string) {
  const key = { tenant_id, payment_id, n: 1 };
  const ctx = testContext();
  await withRetries(async () => {
    const charge = await sandboxCharges.find(key);
    const desk = charge ? [{ ref: `desk_${id}`, amount: charge.amount }] : [];
    if (charge) await transact(ctx, [sandboxCharges.replace(charge, { ...charge, desk })]);
  });
  return signedCallback({ id: `${id}_${payment_id}`, at: ctx.now(), ...key });
}
