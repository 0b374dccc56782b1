import { reservationPayable } from "#lib/booking/reservations/payable.ts";
import { orderPayable } from "#lib/commerce/orders/payable.ts";
import { planPayable } from "#lib/delivery/newsletters/payable.ts";
import type { Payable } from "#lib/money/payments/payable.ts";

/** Everything that can be paid. The first is the default for ids of unknown kind. */
export const PAYABLES: readonly Payable[] = [reservationPayable, orderPayable, planPayable];
