import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { addToLogLine } from "#core/log-context.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { toPageRequest } from "./pages.ts";
import { payments } from "./payment-table.ts";
import { accountOf, providerOfBusiness, providerOfPayment } from "./registry.ts";
import type { Attempt, Payment } from "./schema.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts } from "./table.ts";

/** The card for the next period; `undefined` if none, or of another provider account. */
export async function findStoredCard(
  business: Pick<Business, "configs">,
  tenant_id: string,
  paymentId: string,
): Promise<{ mandate: string; payment: Payment } | undefined> {
  const payment = await payments.find({ tenant_id, id: paymentId });
  const n = payment?.captured_attempt;
  const page = n ? await attempts.find({ tenant_id, payment_id: paymentId, n }) : undefined;
  if (!payment || !page) return undefined;
  const mandate = page.charged_by ?? page.mandate;
  return mandate && isActiveAccount(business, page) ? { mandate, payment } : undefined;
}

// A stored card belongs to the provider account with which it was paid.
function isActiveAccount(business: Pick<Business, "configs">, page: Attempt): boolean {
  try {
    const { provider, credentialId } = providerOfBusiness(business);
    return (
      provider.charge !== undefined && provider.name === page.provider && credentialId === page.credential_id
    );
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Charges the stored card of an attempt with `charged_by`, and syncs the payment. Safe to repeat within a
 * day.
 *
 * @throws PROVIDER_ERROR when the provider refuses the call; a declined card is no error
 */
export async function chargeStoredCard(
  ctx: Context,
  attempt: Stored<Attempt>,
): Promise<Stored<Payment> | undefined> {
  const { charged_by } = attempt;
  const provider = providerOfPayment(attempt);
  if (charged_by === null || !provider.charge) throw new Error(`${attempt.payment_id} has a page.`);
  if (!attempt.provider_ref) {
    const account = await accountOf(ctx, attempt);
    const { ref } = await provider.charge(toPageRequest(attempt), charged_by, account);
    addToLogLine({ provider_id: ref });
    await transact(ctx, [attempts.replace(attempt, { ...attempt, provider_ref: ref })]);
  }
  return syncPayment(ctx, attempt);
}
