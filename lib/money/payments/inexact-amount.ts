import type { ApiError } from "#core/errors.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PROVIDER_ERROR } from "./errors.ts";

/** The error for an amount that the provider cannot express. Nothing was reserved for it. */
export function inexactAmount(amount: number, currency: string): ApiError {
  return PROVIDER_ERROR({ message: `${moneyText(amount, currency)} cannot be sent exactly` });
}
