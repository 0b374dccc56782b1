import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { inKey } from "#core/dynamo/template.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import type { RawReply } from "#core/http/reply.ts";
import { newId } from "#core/id.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { SendSandboxEvent } from "./messages.ts";
import { callback, openCheckout } from "./sandbox.ts";
import { checkoutPage } from "./sandbox-page.ts";
import { DECISIONS, type SandboxEvent } from "./schema.ts";
import { sandboxCharges } from "./table.ts";

/** Seconds after which a delayed payment goes through. */
const DELAY = 60;
const BATCH = 50;

const STATUS = { approve: "approved", decline: "declined", delay: "delayed" } as const;
const TOLD = { approve: "captured", decline: "failed", delay: "authorized" } as const;

/** The page on which a sandbox payment is decided. */
export async function showCheckout(_ctx: Context, token: string): Promise<RawReply> {
  return checkoutPage(await chargeOf(token));
}

/** Decides a sandbox payment, once: the shop hears of it by callback, and the customer is sent back to it. */
export async function decideCheckout(ctx: Context, token: string, bytes: Buffer): Promise<RawReply> {
  const sent = new URLSearchParams(bytes.toString("utf8")).get("decision");
  const decision = DECISIONS.find((each) => each === sent);
  if (!decision) throw unknownDecision();
  const charge = await chargeOf(token);
  if (charge.status === "open") {
    const status = STATUS[decision];
    const settles_at = decision === "delay" ? ctx.now() + DELAY : null;
    await transact(ctx, [
      sandboxCharges.replace(charge, { ...charge, status, settles_at }),
      enqueue(ctx, SendSandboxEvent, eventOf(ctx, charge, TOLD[decision])),
    ]);
    charge.status = status;
  }
  const location = charge.status === "declined" ? charge.cancel_url : charge.success_url;
  return { status: 302, headers: { location, "cache-control": "no-store" } };
}

/** Makes the callback of an event; whatever is not taken is sent again. */
export async function sendSandboxEvent(_ctx: Context, event: SandboxEvent): Promise<void> {
  const { url, body, headers } = await callback(event);
  const reply = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(20_000) });
  if (!reply.ok) throw new Error(`The callback was answered ${reply.status}: ${await reply.text()}`);
}

/** Lets the delayed payments go through whose time has come. */
export async function settleSandbox(ctx: Context): Promise<void> {
  const range = { index: "due", to: `${inKey(ctx.now())}~`, limit: BATCH } as const;
  const { items } = await queryItems("SANDBOX_CHARGE", range);
  await inTurn(items, ({ pk, sk }) =>
    settle(ctx, { tenant_id: String(pk).split("#")[1] ?? "", payment_id: String(sk) }),
  );
}

async function settle(ctx: Context, key: { tenant_id: string; payment_id: string }): Promise<void> {
  const charge = await sandboxCharges.find(key);
  if (charge?.status !== "delayed" || charge.settles_at === null) return;
  await transact(ctx, [
    sandboxCharges.replace(charge, { ...charge, status: "approved", settles_at: null }),
    enqueue(ctx, SendSandboxEvent, eventOf(ctx, charge, "captured")),
  ]);
}

async function chargeOf(token: string) {
  const key = await openCheckout(token);
  if (!key) throw GENERAL.NOT_FOUND();
  return sandboxCharges.get(key, GENERAL.NOT_FOUND());
}

function eventOf(
  ctx: Context,
  {
    tenant_id,
    payment_id,
    amount,
    currency,
  }: { tenant_id: string; payment_id: string; amount: number; currency: string },
  type: SandboxEvent["type"],
): SandboxEvent {
  return { id: newId("sbe", ctx.clock()), type, tenant_id, payment_id, amount, currency };
}

function unknownDecision(): Error {
  return validationFailed([
    {
      field: "decision",
      message: `must be one of ${DECISIONS.join(", ")}`,
      error: "FIELD.VALIDATION_FAILED",
    },
  ]);
}
