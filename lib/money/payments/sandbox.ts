import { timingSafeEqual } from "node:crypto";
import { transact } from "#core/dynamo/transact.ts";
import { env, optionalEnv } from "#core/env.ts";
import { callbackBody } from "#core/http/callback-body.ts";
import { keyedHash } from "#core/seal.ts";
import { newAttemptToken } from "./attempt-token.ts";
import { PAYMENT } from "./errors.ts";
import type {
  AttemptRef,
  OpenedPage,
  PageRequest,
  PaymentProvider,
  PaymentState,
  ProviderEvent,
} from "./port.ts";
import { type AttemptKey, SandboxEvent } from "./schema.ts";
import { attempts, sandboxCharges } from "./table.ts";

const PROVIDER_NAME = "sandbox";
const SIGNATURE_HEADER = "sandbox-signature";
const PAGE_SECONDS = 900;

/** The built-in provider for trials: the tester decides on its page, and it calls back like a real one. */
export const sandbox: PaymentProvider = {
  name: PROVIDER_NAME,

  async check() {},

  pageSeconds() {
    return Number(optionalEnv("SANDBOX_HOLD_SECONDS") ?? PAGE_SECONDS);
  },

  checkAmount() {},

  smallestUnit: () => 1,

  async start(_ctx, page: PageRequest): Promise<OpenedPage> {
    const token = await newAttemptToken("sandbox-checkout", attemptKeyOf(page));
    return { ref: page.id, url: `${env("PUBLIC_URL")}/v1/payments/sandbox/checkouts/${token}` };
  },

  async close(ctx, attempt) {
    const charge = await sandboxCharges.find(attemptKeyOf(attempt), ctx);
    if (charge) return charge.status === "approved" || charge.status === "delayed" ? "paid" : "closed";
    const key = { ...attemptKeyOf(attempt), status: "closed" as const };
    // If somebody decides on the page at this moment, one of the two writes fails.
    await transact(ctx, [
      sandboxCharges.create({ ...key, amount: 0, desk: [], due_at: null, created_at: ctx.now() }),
    ]);
    return "closed";
  },

  async refund(_ctx, { refundId }) {
    return { status: "succeeded", ref: refundId };
  },

  async read(ctx, attempt): Promise<PaymentState> {
    const charge = await sandboxCharges.find(attemptKeyOf(attempt), ctx);
    const page = charge ? undefined : await attempts.find(attemptKeyOf(attempt), ctx);
    const isOver = page && page.expires_at <= ctx.now();
    const status = charge ? PAY_STATE[charge.status] : isOver ? "expired" : "open";
    const captured = charge && status === "paid" ? charge.amount : 0;
    const given = (charge?.desk ?? []).map((each) => ({
      ...each,
      refundId: null,
      status: "succeeded" as const,
    }));
    return {
      status,
      captured,
      chargeRef: captured > 0 ? attempt.id : null,
      refunds: given,
      disputes: [],
    };
  },

  async readEvent(_ctx, raw, headers): Promise<ProviderEvent | undefined> {
    const given = Buffer.from(headers[SIGNATURE_HEADER] ?? "");
    const right = Buffer.from(await signBody(raw.toString("utf8")));
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw PAYMENT.SIGNATURE_INVALID();
    const event = callbackBody(raw, SandboxEvent);
    const { id, at, tenant_id: tenantId, payment_id: paymentId, n } = event;
    return { id, at, tenantId, paymentId, n, refundId: null };
  },
};

const PAY_STATE = { approved: "paid", declined: "failed", delayed: "processing", closed: "expired" } as const;

/** The request of a callback, signed as our webhook expects it. */
export async function signedCallback(
  event: SandboxEvent,
): Promise<{ url: string; body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event);
  return {
    url: `${env("PUBLIC_URL")}/v1/payments/${PROVIDER_NAME}/webhook?store=${event.tenant_id}`,
    body,
    headers: { "content-type": "application/json", [SIGNATURE_HEADER]: await signBody(body) },
  };
}

function attemptKeyOf({
  tenantId,
  paymentId,
  n,
}: Pick<AttemptRef, "tenantId" | "paymentId" | "n">): AttemptKey {
  return { tenant_id: tenantId, payment_id: paymentId, n };
}

async function signBody(body: string): Promise<string> {
  return `v1=${await keyedHash("sandbox-webhook", body)}`;
}
