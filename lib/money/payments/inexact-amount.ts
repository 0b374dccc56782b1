import type { ApiError } from "#core/errors.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PROVIDER_ERROR } from "./errors.ts";

/** The refusal of an amount that a provider has no way to say: nothing was set aside for it. */
export function inexactAmount(amount: number, currency: string): ApiError {
  return PROVIDER_ERROR({ message: `${moneyText(amount, currency)} cannot be sent exactly` });
}
