import * as z from "zod";
import { anyCase, nonBlankText, noRepeats, singlePage } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import {
  CurrencyCode,
  MAX_MONEY,
  PaymentMethodInput,
  refuseUnknownStates,
  ZoneCountries,
} from "#lib/tenancy/tenants/market-schema.ts";

const Money = z.int().min(0).max(MAX_MONEY);
const Bps = z.int().min(0).max(10_000);

const Key = nonBlankText(100)
  .toLowerCase()
  .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, "must be lower-case letters, digits, - and _");

export const PaymentMethodView = z.object({
  id: z.string(),
  key: z.string(),
  type: z.string(),
  method: z.string(),
});
export const ShippingMethodView = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  taxable: z.boolean(),
  eta_text: z.string().nullable(),
  location_id: z.string().nullable(),
  amount: z.int(),
  free_above: z.int().nullable(),
  weight_tiers: z.array(z.object({ up_to_grams: z.int(), amount: z.int() })),
});
export const ZoneView = z.object({
  id: z.string(),
  countries: z.array(z.string()),
  states: z.array(z.string()),
  postal_codes: z.array(z.string()),
  tax_bps: z.int().nullable(),
  tax_rates: z.array(z.object({ category: z.string(), name: z.string(), tax_bps: z.int() })),
  shipping_methods: z.array(ShippingMethodView),
});

/** A market as visitors see it. The tenant's settings store it in camelCase. */
export const StorefrontMarket = z.object({
  id: z.string(),
  key: z.string(),
  currency: z.string(),
  tax_mode: z.enum(["EXCLUSIVE", "INCLUSIVE"]),
  tax_bps: z.int(),
  payment_methods: z.array(PaymentMethodView),
  zones: z.array(ZoneView),
});

/** A market as the store interface spells it, with the version of the settings that it is a part of. */
export const MarketView = StorefrontMarket.extend({ version: recordVersion() }).meta({
  examples: [
    {
      id: "eu",
      key: "eu",
      currency: "EUR",
      tax_mode: "INCLUSIVE",
      tax_bps: 1900,
      payment_methods: [{ id: "cash", key: "cash", type: "cash", method: "CASH" }],
      zones: [],
    },
  ],
});
export type StorefrontMarket = z.output<typeof StorefrontMarket>;
export type MarketView = z.input<typeof MarketView>;
/** One page holds all: a store has at most a hundred markets. */
export const MarketList = singlePage(MarketView);

const AreaCodes = z.array(nonBlankText(20)).max(500).default([]);
const Name = nonBlankText(100);

const TaxRate = z.object({ category: Name, name: z.string().trim().max(200).default(""), tax_bps: Bps });

const WeightTiers = z
  .array(z.object({ up_to_grams: z.int().min(0).max(1_000_000_000), amount: Money }))
  .max(50)
  .superRefine(noRepeats("up_to_grams"));

/** A shipping method. It needs an id or a key. */
export const ShippingMethodInput = z
  .object({
    id: Name.nullish(),
    key: Name.nullish(),
    name: z.string().trim().max(200).nullish(),
    taxable: z.boolean().nullish(),
    eta_text: z.string().max(200).nullish(),
    location_id: Name.nullish(),
    amount: Money,
    free_above: Money.nullish(),
    weight_tiers: WeightTiers.default([]),
  })
  .refine(({ id, key }) => id != null || key != null, {
    path: ["id"],
    message: "is required, or a key",
    params: { error: "FIELD.REQUIRED_MISSING" },
  });

export const ZoneInput = z
  .object({
    id: Name.optional(),
    countries: ZoneCountries,
    states: AreaCodes,
    postal_codes: AreaCodes,
    tax_bps: Bps.nullish(),
    tax_rates: z.array(TaxRate).max(50).superRefine(noRepeats("category")).default([]),
    shipping_methods: z.array(ShippingMethodInput).max(50).superRefine(noRepeats("id", "key")).default([]),
  })
  .superRefine(refuseUnknownStates);

const marketFields = {
  currency: CurrencyCode,
  tax_mode: anyCase(["EXCLUSIVE", "INCLUSIVE"]),
  tax_bps: Bps,
  payment_methods: z.array(PaymentMethodInput).max(20),
  zones: z.array(ZoneInput).max(100).superRefine(noRepeats("id")),
};

export const CreateMarket = z
  .object({
    key: Key,
    currency: marketFields.currency,
    tax_mode: marketFields.tax_mode.optional(),
    tax_bps: marketFields.tax_bps.optional(),
    payment_methods: marketFields.payment_methods.optional(),
    zones: marketFields.zones.optional(),
  })
  .meta({ examples: [{ key: "uk", currency: "GBP", tax_mode: "INCLUSIVE", tax_bps: 2000 }] });

export const UpdateMarket = z
  .object({
    version: expectedVersion,
    key: Key.optional(),
    currency: marketFields.currency.optional(),
    tax_mode: marketFields.tax_mode.optional(),
    tax_bps: marketFields.tax_bps.optional(),
    payment_methods: marketFields.payment_methods.optional(),
    zones: marketFields.zones.optional(),
  })
  .meta({ examples: [{ tax_bps: 2100 }] });
export type MarketInput = z.output<typeof UpdateMarket>;
