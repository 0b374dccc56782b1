import * as z from "zod";
import { anyCase, nonBlankText, noRepeats } from "#core/http/page.ts";
import { CountryCode } from "#core/places/country-schema.ts";
import { unknownStates } from "#core/places/states.ts";
import { openView } from "#core/view-schema.ts";

/** ISO 4217 currencies in use, without funds, metals and test codes. */
export const CURRENCIES: readonly string[] = (
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF " +
  "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG " +
  "HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA " +
  "MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD " +
  "RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX " +
  "USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
).split(" ");

const knownCurrencies = new Set(CURRENCIES);

/** A currency code in any case; unknown ones are refused. */
export const CurrencyCode = z
  .string()
  .max(10)
  .toUpperCase()
  .refine((code) => knownCurrencies.has(code), "must be the ISO 4217 code of a currency, such as EUR");

/** Minor units. Sums of much larger amounts could be inexact. */
export const MAX_MONEY = 99_999_999_999;
export const MAX_GRAMS = 1_000_000_000;
const Money = z.int().min(0).max(MAX_MONEY);
const Bps = z.int().min(0).max(10_000);
const Name = nonBlankText(100);
const ShortText = z.string().trim().max(200);
const AreaCodes = z.array(nonBlankText(20)).max(500);

const METHOD_TYPES = ["cash", "credit_card"] as const;
type MethodType = (typeof METHOD_TYPES)[number];

const CompleteMethod = z.looseObject({
  id: z.string(),
  key: z.string(),
  type: z.enum(METHOD_TYPES),
  method: z.enum(["CASH", "CREDIT_CARD"]),
});
/** A payment method. A request needs to send only one of its fields; all are stored. */
export const PaymentMethodInput = z
  .looseObject({
    id: Name.nullish(),
    key: Name.nullish(),
    type: z.string().max(50).nullish(),
    method: z.string().max(50).nullish(),
  })
  .transform((sent, context) => {
    const type = methodTypeOf(sent.type ?? sent.method ?? sent.key ?? sent.id);
    if (type) return { ...sent, ...completeMethod(type, sent) };
    const path = sent.type || !sent.method ? "type" : "method";
    context.addIssue({ code: "custom", path: [path], message: `must be one of ${METHOD_TYPES.join(", ")}` });
    return z.NEVER;
  })
  .pipe(CompleteMethod);
export type PaymentMethod = z.output<typeof PaymentMethodInput>;
export const BusinessPaymentMethodView = openView(
  CompleteMethod,
  CompleteMethod.pick({ id: true, key: true, type: true, method: true }),
);

/** The price of shipping up to a weight. */
export const WeightTier = z.object({ upToGrams: z.int().min(0).max(MAX_GRAMS), amount: Money });

export const BusinessShippingMethod = z.object({
  id: Name,
  key: Name.optional(),
  name: ShortText.optional(),
  /** Whether shipping is taxed. */
  taxable: z.boolean().optional(),
  etaText: ShortText.nullish(),
  /** The pickup location. */
  locationId: Name.nullish(),
  amount: Money,
  freeAbove: Money.nullish(),
  weightTiers: z.array(WeightTier).max(50).superRefine(noRepeats("upToGrams")).optional(),
});
export type ShippingMethod = z.output<typeof BusinessShippingMethod>;
export const BusinessShippingMethodView = BusinessShippingMethod.pick({
  id: true,
  key: true,
  name: true,
  taxable: true,
  etaText: true,
  locationId: true,
  amount: true,
  freeAbove: true,
}).extend({ weightTiers: z.array(WeightTier.pick({ upToGrams: true, amount: true })).optional() });

/** The tax rate of a category of goods. */
export const TaxRate = z.object({ category: Name, name: ShortText.default(""), taxBps: Bps });

/** Where a market ships to, with its tax and shipping; empty lists mean everywhere. */
export const Zone = z.object({
  id: Name.optional(),
  countries: z.array(z.string().trim().length(2).toUpperCase()).max(300).default([]),
  states: AreaCodes.default([]),
  postalCodes: AreaCodes.default([]),
  taxBps: Bps.nullish(),
  taxRates: z.array(TaxRate).max(50).superRefine(noRepeats("category")).optional(),
  shippingMethods: z.array(BusinessShippingMethod).max(50).superRefine(noRepeats("id")).default([]),
});
export type Zone = z.output<typeof Zone>;

/** The countries of a sent zone. Stored zones may have codes that are no country. */
export const ZoneCountries = z.array(CountryCode).max(300).default([]);

/** Refuses a state of none of the zone's countries, since it could match no buyer. */
export function refuseUnknownStates(
  zone: { countries: string[]; states: string[] },
  context: z.RefinementCtx<unknown>,
): void {
  for (const index of unknownStates(zone.countries, zone.states))
    context.addIssue({
      code: "custom",
      path: ["states", index],
      message: `is no state of ${zone.countries.join(", ")}: name it by its ISO 3166-2 code, such as CA, or its name`,
    });
}
export const BusinessZoneInput = Zone.extend({ countries: ZoneCountries }).superRefine(refuseUnknownStates);
export const BusinessZoneView = Zone.pick({ id: true, taxBps: true }).extend({
  countries: z.array(z.string()),
  states: z.array(z.string()),
  postalCodes: z.array(z.string()),
  taxRates: z.array(TaxRate.pick({ category: true, taxBps: true }).extend({ name: z.string() })).optional(),
  shippingMethods: z.array(BusinessShippingMethodView),
});

const OpenMarket = z.looseObject({
  id: z.string().min(1).max(100),
  key: z.string().min(1).max(100).optional(),
  currency: CurrencyCode,
  taxMode: anyCase(["EXCLUSIVE", "INCLUSIVE"]).default("EXCLUSIVE"),
  taxBps: Bps.default(0),
  paymentMethods: z.array(PaymentMethodInput).max(20).default([]),
  zones: z.array(Zone).max(100).superRefine(noRepeats("id")).optional(),
});

const OpenMarketInput = OpenMarket.extend({
  zones: z.array(BusinessZoneInput).max(100).superRefine(noRepeats("id")).optional(),
});

/** A market without a key uses its id. */
export const Market = OpenMarket.overwrite((market) => ({ ...market, key: market.key ?? market.id }));
export type Market = z.output<typeof Market>;
/** Unknown fields of a market are stored and shown too. */
export const BusinessMarketView = openView(
  Market,
  OpenMarket.pick({ id: true, key: true, currency: true }).extend({
    taxBps: z.int(),
    taxMode: z.enum(["EXCLUSIVE", "INCLUSIVE"]),
    paymentMethods: z.array(BusinessPaymentMethodView),
    zones: z.array(BusinessZoneView).optional(),
  }),
);

/** Markets of a store. Ids and keys are unique together, since either names a market. */
export const Markets = z.array(Market).min(1, "needs a market").max(100).superRefine(refuseSharedNames);

/** A market as it is sent: its countries and states must exist. */
export const BusinessMarketInput = OpenMarketInput.overwrite((market) => ({
  ...market,
  key: market.key ?? market.id,
}));
export const MarketsInput = z
  .array(BusinessMarketInput)
  .min(1, "needs a market")
  .max(100)
  .superRefine(refuseSharedNames);

function refuseSharedNames(markets: readonly Market[], context: z.RefinementCtx<unknown>): void {
  const owners = new Map<string, number>();
  for (const [index, { id, key }] of markets.entries()) {
    for (const [field, name] of Object.entries({ id, key })) {
      if (name === undefined) continue;
      const owner = owners.get(name) ?? index;
      owners.set(name, owner);
      if (owner !== index)
        context.addIssue({ code: "custom", path: [index, field], message: "is another market's id or key" });
    }
  }
}

/** A complete payment method of a type, with the sent id or key. */
export function completeMethod(
  type: MethodType,
  named: { id?: string | null | undefined; key?: string | null | undefined } = {},
) {
  const { id, key } = named;
  return {
    id: id ?? key ?? type,
    key: key ?? id ?? type,
    type,
    method: type === "cash" ? ("CASH" as const) : ("CREDIT_CARD" as const),
  };
}

/** The payment methods of a new market for which none were sent. */
export const DEFAULT_METHODS = [completeMethod("cash"), completeMethod("credit_card")];

function methodTypeOf(text: string | null | undefined): MethodType | undefined {
  const wanted = text?.trim().toLowerCase();
  return METHOD_TYPES.find((type) => type === wanted);
}

export function findMarket(markets: readonly Market[], wanted: string): Market | undefined {
  return markets.find(({ id }) => id === wanted) ?? markets.find(({ key }) => key === wanted);
}
