import { GENERAL } from "#core/errors.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import { STOCK } from "#lib/commerce/inventory/errors.ts";
import { METHOD_ERRORS, PAYMENT, PROMO_CODE_ERRORS, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { ORDER } from "./errors.ts";

export const CHECKOUT_ERRORS = [
  GENERAL.NOT_FOUND,
  STOCK.INSUFFICIENT_STOCK,
  ORDER.FAILED_CREATE,
  ORDER.NOT_FOUND,
  ORDER.PAYMENT_FAILED,
  RESERVATION.TIME_SLOT_NOT_AVAILABLE,
  RESERVATION.OUTSIDE_WORKING_HOURS,
  SCHEDULE.INVALID_TIME_RANGE,
  PAYMENT.INVALID_AMOUNT,
  PROVIDER_ERROR,
  ...PROMO_CODE_ERRORS,
  ...METHOD_ERRORS,
] as const;
