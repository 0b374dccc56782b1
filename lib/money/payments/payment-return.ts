import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries as tryAgain } from "#core/dynamo/retry.ts";
import { GENERAL } from "#core/errors.ts";
import type { RawReply } from "#core/http/reply.ts";
import { logger } from "#core/log.ts";
import { tombstoneRead } from "#lib/tenancy/tenants/delete-tenant.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { attemptOfToken } from "./attempt-token.ts";
import type { Payable } from "./payable.ts";
import type { Attempt } from "./schema.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts } from "./table.ts";
import { thanksPage } from "./thanks-page.ts";

/** Redirects a customer from a payment page to the shop, where the order is up to date by then. */
export async function returnFromPayment(
  ctx: Context,
  token: string,
  cancelled: boolean,
  payables: readonly Payable[],
): Promise<RawReply> {
  const named = await attemptOfToken("payment-return", token);
  if (!named) throw GENERAL.NOT_FOUND();
  const [attempt, end] = await readTogether([attempts.read(named), tombstoneRead(named.tenant_id)], ctx);
  if (!attempt || end) throw GENERAL.NOT_FOUND();
  const outcome = cancelled ? "cancelled" : await syncBeforeReturn(ctx, attempt, payables);
  return redirectReply(returnUrlFor(attempt, outcome)) ?? thanksReply(ctx, attempt.tenant_id, outcome);
}

/** Redirects a buyer from the sandbox's page. */
export async function returnFromSandbox(
  ctx: Context,
  attempt: Attempt,
  payables: readonly Payable[],
): Promise<RawReply> {
  const outcome = await syncBeforeReturn(ctx, attempt, payables);
  const address = returnUrlFor(attempt, outcome) || attempt.return_page;
  return redirectReply(address) ?? thanksReply(ctx, attempt.tenant_id, outcome);
}

// Reads the provider once and updates what was paid for. If that fails, the callback does it.
async function syncBeforeReturn(
  ctx: Context,
  attempt: Attempt,
  payables: readonly Payable[],
): Promise<"paid" | "failed"> {
  const { tenant_id, payment_id, reference } = attempt;
  try {
    const payment = await tryAgain(() => syncPayment(ctx, attempt));
    const payable = payables.find((each) => each.owns(reference));
    if (payment && payment.status !== "pending")
      await payable?.applyPayment(ctx, tenant_id, reference, payment_id);
    return payment?.status === "failed" || payment?.status === "expired" ? "failed" : "paid";
  } catch (error) {
    logger.error("return from payment", { error: String(error), payment: payment_id });
    return "paid";
  }
}

async function thanksReply(ctx: Context, tenantId: string, outcome: Parameters<typeof thanksPage>[2]) {
  const [business] = await readTogether([tenantRead(tenantId)], ctx);
  return thanksPage(ctx, business, outcome);
}

function returnUrlFor(
  { success_url, cancel_url }: Attempt,
  outcome: "paid" | "failed" | "cancelled",
): string {
  return outcome === "paid" ? success_url : cancel_url;
}

function redirectReply(location: string): RawReply | undefined {
  if (!location) return undefined;
  const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 302, headers };
}
