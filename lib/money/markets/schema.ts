import * as z from "zod";
import { anyCase } from "#core/http/page.ts";

const MOST_MONEY = 99_999_999_999;
const Money = z.int().min(0).max(MOST_MONEY);
const Bps = z.int().min(0).max(10_000);

const Key = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, "must be lower-case letters, digits, - and _");

const PaymentMethodView = z.object({ id: z.string(), key: z.string(), type: z.string() });
const ShippingMethodView = z.object({
  id: z.string(),
  amount: z.int(),
  free_above: z.int().nullable(),
  eta_text: z.string().nullable(),
});
const ZoneView = z.object({
  countries: z.array(z.string()),
  states: z.array(z.string()),
  postal_codes: z.array(z.string()),
  tax_bps: z.int().nullable(),
  shipping_methods: z.array(ShippingMethodView),
});

/** A market as the store interface spells it; the tenant's settings hold it in camelCase. */
export const MarketView = z
  .object({
    id: z.string(),
    key: z.string(),
    currency: z.string(),
    tax_mode: z.enum(["EXCLUSIVE", "INCLUSIVE"]),
    tax_bps: z.int(),
    payment_methods: z.array(PaymentMethodView),
    zones: z.array(ZoneView),
  })
  .meta({
    examples: [
      {
        id: "eu",
        key: "eu",
        currency: "EUR",
        tax_mode: "INCLUSIVE",
        tax_bps: 1900,
        payment_methods: [{ id: "cash", key: "cash", type: "cash" }],
        zones: [],
      },
    ],
  });
export type MarketView = z.output<typeof MarketView>;
export const MarketList = z.object({ items: z.array(MarketView), cursor: z.string().nullable() });

const AreaCodes = z.array(z.string().trim().min(1).max(20)).max(500).default([]);
const fields = {
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code")
    .toUpperCase(),
  tax_mode: anyCase(["EXCLUSIVE", "INCLUSIVE"]),
  tax_bps: Bps,
  payment_methods: z
    .array(
      z.object({
        id: z.string().min(1).max(100).optional(),
        key: z.string().min(1).max(100).optional(),
        type: anyCase(["cash", "credit_card"]),
      }),
    )
    .max(20),
  zones: z
    .array(
      z.object({
        countries: z.array(z.string().trim().length(2).toUpperCase()).max(300).default([]),
        states: AreaCodes,
        postal_codes: AreaCodes,
        tax_bps: Bps.nullish(),
        shipping_methods: z
          .array(
            z.object({
              id: z.string().min(1).max(100),
              amount: Money,
              free_above: Money.nullish(),
              eta_text: z.string().max(200).nullish(),
            }),
          )
          .max(50)
          .default([]),
      }),
    )
    .max(100),
};

export const CreateMarket = z
  .object({
    key: Key,
    currency: fields.currency,
    tax_mode: fields.tax_mode.optional(),
    tax_bps: fields.tax_bps.optional(),
    payment_methods: fields.payment_methods.optional(),
    zones: fields.zones.optional(),
  })
  .meta({ examples: [{ key: "uk", currency: "GBP", tax_mode: "INCLUSIVE", tax_bps: 2000 }] });

export const UpdateMarket = z
  .object({
    key: Key.optional(),
    currency: fields.currency.optional(),
    tax_mode: fields.tax_mode.optional(),
    tax_bps: fields.tax_bps.optional(),
    payment_methods: fields.payment_methods.optional(),
    zones: fields.zones.optional(),
  })
  .meta({ examples: [{ tax_bps: 2100 }] });
export type MarketInput = z.output<typeof UpdateMarket>;
