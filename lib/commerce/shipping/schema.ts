import * as z from "zod";
import { anyCase, nonBlankText, singlePage } from "#core/http/page.ts";
import { snakeCase } from "#core/http/spelling-schema.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { TrackingFields } from "#lib/commerce/orders/request-schema.ts";
import { OrderView, ShipmentView } from "#lib/commerce/orders/view-schema.ts";
import { AddressInput } from "#lib/money/markets/address-schema.ts";
import { IntentKey } from "#lib/money/payments/intent-schema.ts";
import { CustomsDeclaration, Parcel, Short } from "./parcel-schema.ts";

export const PROVIDERS = ["shippo", "sandbox"] as const;

export const Connection = z.object({
  id: z.string(),
  store_id: z.string(),
  type: z.enum(PROVIDERS),
  /** Encrypted. */
  api_token: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Connection = z.output<typeof Connection>;

/** The token is never shown. */
export const ShippingProviderView = Connection.pick({
  id: true,
  store_id: true,
  type: true,
  created_at: true,
  updated_at: true,
})
  .extend({ webhook_url: z.string().nullable() })
  .meta({
    examples: [
      {
        id: "shpr_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        type: "shippo",
        webhook_url: "https://api.example.com/v1/shipping/shippo/webhook/secret",
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type ShippingProviderView = z.output<typeof ShippingProviderView>;
export const ShippingProviderList = singlePage(ShippingProviderView);

export const CreateShippingProvider = z
  .object({ type: anyCase(PROVIDERS), api_token: nonBlankText(500).optional() })
  .refine(({ type, api_token }) => type === "sandbox" || api_token !== undefined, {
    path: ["api_token"],
    message: "is required",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ type: "shippo", api_token: "shippo_test_0123456789" }] });

export const QuoteRates = z
  .preprocess(
    snakeCase,
    z.object({
      order_id: z.string().optional(),
      shipping_provider_id: z.string().max(100).optional(),
      location_id: z.string().max(100).optional(),
      from_address: AddressInput.optional(),
      to_address: AddressInput.optional(),
      parcel: Parcel,
      customs_declaration: CustomsDeclaration.optional(),
    }),
  )
  .meta({
    examples: [
      { parcel: { length: 20, width: 15, height: 8, weight: 500, distance_unit: "cm", mass_unit: "g" } },
    ],
  });
export type QuoteRates = z.output<typeof QuoteRates>;

/** A price for a parcel, which can be bought for seven days; see `RATE_LIFETIME`. */
export const StoredRate = z.object({
  id: z.string(),
  store_id: z.string(),
  order_id: z.string(),
  connection_id: z.string(),
  provider: z.enum(PROVIDERS),
  ref: z.string(),
  carrier: z.string(),
  service: z.string(),
  display_name: z.string(),
  amount: z.int(),
  currency: z.string(),
  estimated_days: z.int().nullable(),
  /** The shipment for which the rate was bought. */
  shipment_id: z.string().nullable(),
  /** The provider's id of the bought label. */
  label_ref: z.string().nullable(),
  created_at: z.int(),
});
export type StoredRate = z.output<typeof StoredRate>;

export const ShippingRate = z
  .object({
    id: z.string(),
    provider: z.string(),
    carrier: z.string(),
    service: z.string(),
    display_name: z.string(),
    displayName: z.string(),
    amount: z.int(),
    currency: z.string(),
    estimated_days: z.int().nullable(),
    estimatedDays: z.int().nullable(),
  })
  .meta({
    examples: [
      {
        id: "rate_01j9z3k4m5n6p7q8r9s0t1v2w3",
        provider: "sandbox",
        carrier: "sandbox",
        service: "sandbox_standard",
        display_name: "Standard",
        displayName: "Standard",
        amount: 490,
        currency: "EUR",
        estimated_days: 3,
        estimatedDays: 3,
      },
    ],
  });
/** `messages` has the reasons of carriers without a price. */
export const ShippingRates = z.object({ rates: z.array(ShippingRate), messages: z.array(z.string()) });

const Line = z.preprocess(snakeCase, z.object({ order_item_id: Short, quantity: z.int().min(1).max(9999) }));

const Lines = z.array(Line).min(1).max(100);

export const ShipOrder = z
  .preprocess(
    snakeCase,
    z.object({
      order_id: Short.optional(),
      rate_id: Short,
      carrier: z.string().min(1).max(200),
      service: z.string().min(1).max(200),
      location_id: Short,
      lines: Lines,
      shipment_id: IntentKey,
    }),
  )
  .meta({
    examples: [
      {
        order_id: "order_01j9z3k4m5n6p7q8r9s0t1v2w3",
        rate_id: "rate_01j9z3k4m5n6p7q8r9s0t1v2w3",
        carrier: "sandbox",
        service: "sandbox_standard",
        location_id: "loc_01j9z3k4m5n6p7q8r9s0t1v2w3",
        lines: [{ order_item_id: "item_01j9z3k4m5n6p7q8r9s0t1v2w3", quantity: 1 }],
      },
    ],
  });
export type ShipOrder = z.output<typeof ShipOrder>;

/** Sends a parcel. With `rate_id` the rate's label is bought, otherwise the parcel has no label. */
export const SendParcel = z
  .preprocess(
    snakeCase,
    z.object({
      order_id: Short.optional(),
      rate_id: Short.nullish(),
      carrier: z.string().trim().max(200).nullish(),
      service: z.string().trim().max(200).nullish(),
      location_id: Short.nullish(),
      lines: Lines,
      tracking_number: TrackingFields.shape.tracking_number,
      tracking_url: TrackingFields.shape.tracking_url,
      shipment_id: IntentKey,
    }),
  )
  .meta({
    examples: [
      {
        rate_id: "rate_01j9z3k4m5n6p7q8r9s0t1v2w3",
        location_id: "loc_01j9z3k4m5n6p7q8r9s0t1v2w3",
        lines: [{ order_item_id: "item_01j9z3k4m5n6p7q8r9s0t1v2w3", quantity: 1 }],
        shipment_id: "first-parcel",
      },
    ],
  });
export type SendParcel = z.output<typeof SendParcel>;

/** Has each field in snake case and in camel case, because the two interfaces differ. */
export const OrderShipped = z.object({
  shipment_id: z.string(),
  shipmentId: z.string(),
  tracking_number: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  tracking_url: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  label_url: z.string().nullable(),
  labelUrl: z.string().nullable(),
  shipment: ShipmentView,
  /** Version of the parcel's order. */
  version: recordVersion(),
});
export type OrderShipped = z.input<typeof OrderShipped>;
/** The parcel whose label was bought, or the order of goods that were sent without a label. */
export const ParcelSent = z.union([OrderShipped, OrderView]);

export const UpdateShipment = z
  .preprocess(
    snakeCase,
    z.object({
      version: expectedVersion,
      status: anyCase(["in_transit", "out_for_delivery", "delivered", "failed", "returned"]).optional(),
      tracking_number: z.string().trim().max(100).optional(),
      tracking_url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
    }),
  )
  .meta({ examples: [{ status: "delivered" }] });
export type UpdateShipment = z.output<typeof UpdateShipment>;

/** Finds the shipment of a carrier's tracking number. */
export const Tracking = z.object({
  store_id: z.string(),
  number: z.string(),
  order_id: z.string(),
  shipment_id: z.string(),
});

/** Names a label whose purchase got no answer and must be looked up. */
export const LookUp = z.object({
  store_id: z.string(),
  order_id: z.string(),
  rate_id: z.string(),
  /** Number of earlier look-ups. */
  looks: z.int(),
});
export type LookUp = z.output<typeof LookUp>;
