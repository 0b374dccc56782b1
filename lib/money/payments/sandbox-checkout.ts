import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import type { RawReply } from "#core/http/reply.ts";
import { newId } from "#core/id.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import { tombstoneRead } from "#lib/tenancy/tenants/delete-tenant.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { attemptOfToken } from "./attempt-token.ts";
import { SendSandboxEvent } from "./messages.ts";
import type { Payable } from "./payable.ts";
import { returnFromSandbox } from "./payment-return.ts";
import { signedCallback } from "./sandbox.ts";
import { checkoutPage } from "./sandbox-page.ts";
import { type AttemptKey, DECISIONS, type SandboxEvent } from "./schema.ts";
import { attempts, sandboxCharges } from "./table.ts";

const DELAY_SECONDS = 60;

const CHARGE_STATUS = { approve: "approved", decline: "declined", delay: "delayed" } as const;

export async function showSandboxCheckout(ctx: Context, token: string): Promise<RawReply> {
  const { attempt, charge, business } = await loadCheckout(token);
  const status = charge?.status ?? (attempt.expires_at <= ctx.now() ? "expired" : "open");
  return checkoutPage(ctx, business, { ...attempt, status });
}

/** Decides a sandbox payment once. A callback informs the shop, and the customer is redirected. */
export async function decideSandboxCheckout(
  ctx: Context,
  token: string,
  bytes: Buffer,
  payables: readonly Payable[],
): Promise<RawReply> {
  const sent = new URLSearchParams(bytes.toString("utf8")).get("decision");
  const decision = DECISIONS.find((each) => each === sent);
  if (!decision) throw decisionError();
  const { attempt, charge } = await loadCheckout(token);
  const { tenant_id, payment_id, n, amount } = attempt;
  if (!charge && attempt.expires_at > ctx.now()) {
    const decided = {
      tenant_id,
      payment_id,
      n,
      status: CHARGE_STATUS[decision],
      amount,
      desk: [],
      due_at: decision === "delay" ? ctx.now() + DELAY_SECONDS : null,
      created_at: ctx.now(),
    };
    await transact(ctx, [
      checkTenantNotDeleted(tenant_id),
      sandboxCharges.create(decided),
      enqueue(ctx, SendSandboxEvent, newSandboxEvent(ctx, attempt)),
    ]);
  }
  return returnFromSandbox(ctx, attempt, payables);
}

/** Delivers a callback. One that fails is sent again. */
export async function sendSandboxEvent(_ctx: Context, event: SandboxEvent): Promise<void> {
  const { url, body, headers } = await signedCallback(event);
  const reply = await fetch(url, {
    method: "POST",
    body,
    headers,
    signal: AbortSignal.timeout(scaledTimeout(20_000)),
  });
  if (!reply.ok) throw new Error(`The callback was answered ${reply.status}: ${await reply.text()}`);
}

export const delayedCharges = dueWork(sandboxCharges, completeDelayedCharge);

async function completeDelayedCharge(ctx: Context, key: AttemptKey): Promise<void> {
  const [charge, end] = await readTogether([sandboxCharges.read(key), tombstoneRead(key.tenant_id)], ctx);
  if (charge?.status !== "delayed" || charge.due_at === null) return;
  // The charge of a deleted store is declined, because nobody is left to take the money.
  const status = end ? "declined" : "approved";
  await transact(ctx, [
    sandboxCharges.replace(charge, { ...charge, status, due_at: null }),
    !end && enqueue(ctx, SendSandboxEvent, newSandboxEvent(ctx, charge)),
  ]);
}

async function loadCheckout(token: string) {
  const key = await attemptOfToken("sandbox-checkout", token);
  if (!key) throw GENERAL.NOT_FOUND();
  const { tenant_id } = key;
  const reads = [
    attempts.read(key),
    sandboxCharges.read(key),
    tenantRead(tenant_id),
    tombstoneRead(tenant_id),
  ] as const;
  const [attempt, charge, business, end] = await readTogether(reads);
  if (!attempt || end) throw GENERAL.NOT_FOUND();
  return { attempt, charge, business };
}

function newSandboxEvent(ctx: Context, { tenant_id, payment_id, n }: AttemptKey): SandboxEvent {
  return { id: newId("sbe", ctx.clock()), at: ctx.now(), tenant_id, payment_id, n };
}

function decisionError(): Error {
  return invalidField("decision", `must be one of ${DECISIONS.join(", ")}`);
}
