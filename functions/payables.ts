import { reservationPayable } from "#lib/booking/reservations/payable.ts";
import { orderPayable } from "#lib/commerce/orders/payable.ts";
import { planPayable } from "#lib/delivery/newsletters/payable.ts";
import type { Payable } from "#lib/money/payments/payable.ts";

/** Everything that is paid for. The first is what an id of no known kind is taken for. */
export const PAYABLES: readonly Payable[] = [reservationPayable, orderPayable, planPayable];
