import type { AttemptRef } from "./port.ts";
import type { Attempt } from "./schema.ts";

/** The reference by which later calls to the provider name an attempt. */
export function toAttemptRef(attempt: Attempt): AttemptRef {
  const { tenant_id: tenantId, payment_id: paymentId, n, provider_ref: ref, charge_ref: chargeRef } = attempt;
  return { id: `${paymentId}-${n}`, tenantId, paymentId, n, ref, chargeRef };
}
