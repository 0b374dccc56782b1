import { type FieldError, fieldError } from "#core/errors.ts";
import { newRecord } from "#core/records/record.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import { Price, type Variant, type VariantInput } from "./schema.ts";

/**
 * Converts prices to their stored form, with the key and currency of their market. Faults are added to `errors`;
 * stored prices may name a market that was removed.
 *
 * @param at path of the prices
 */
export function pricesFrom(
  given: NonNullable<VariantInput["prices"]>,
  known: Pick<Variant, "prices"> | undefined,
  markets: readonly Market[],
  at: string,
  errors: FieldError[],
): Price[] {
  const seen = new Set<string>();
  return given.flatMap((sent, index) => {
    const { market: named, currency } = sent;
    const refuse = (field: string, message: string) =>
      errors.push(fieldError(`${at}[${index}].${field}`, message));
    const market = findMarket(markets, named);
    const stored = known?.prices.find((each) => each.market === named);
    const key = market ? (market.key ?? market.id) : stored?.market;
    const money = market?.currency ?? stored?.currency;
    if (key === undefined || money === undefined) {
      refuse("market", "is not a market of this store");
      return [];
    }
    if (seen.has(key)) refuse("market", "is used twice");
    seen.add(key);
    if (currency && currency !== money) refuse("currency", `is not the market's, which is ${money}`);
    return [newRecord(Price, { compare_at: null }, sent, { market: key, currency: money })];
  });
}
