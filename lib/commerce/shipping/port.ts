import type { Address } from "#lib/money/markets/address-schema.ts";
import type { Customs, Parcel } from "./parcel-schema.ts";

/** What a shipping provider knows a store by, opened for one call; empty for a provider that needs none. */
export interface Account {
  storeId: string;
  token: string;
}

/** A parcel that is to be sent. */
export interface Consignment {
  from: Address;
  to: Address;
  parcel: Parcel;
  customs: Customs | null;
  /** Of the order: what a provider without prices of its own quotes in. */
  currency: string;
}

/** A price for a consignment, by its provider's own name. */
export interface Offer {
  ref: string;
  carrier: string;
  service: string;
  displayName: string;
  /** Minor units. */
  amount: number;
  currency: string;
  estimatedDays: number | null;
}

/** A label that was bought. */
export interface Label {
  ref: string;
  trackingNumber: string;
  trackingUrl: string | null;
  /** The printable label, or where it can be got. */
  file: { bytes: Uint8Array } | { url: string };
}

/** `pending` ends later; `refused` is for good, in the carrier's own words. */
export type Purchase =
  | { status: "purchased"; label: Label }
  | { status: "pending" }
  | { status: "refused"; words: string };

/** States of a parcel on its way, as orders have them. */
export type TrackingStatus =
  | "label_created"
  | "in_transit"
  | "out_for_delivery"
  | "delivered"
  | "failed"
  | "returned";

/**
 * The port to those who carry parcels. An adapter is stateless. What it throws as an `ApiError` is answered as it is;
 * any other error says that the outcome is not known.
 */
export interface ShippingProvider {
  readonly name: string;
  /** Throws GENERAL.BAD_REQUEST when the provider does not know the token. */
  check(account: Account): Promise<void>;
  /** Prices, and what carriers said that gave none. One call to the provider. */
  rates(consignment: Consignment, account: Account): Promise<{ offers: Offer[]; messages: string[] }>;
  /** Buys a label. There is no key that makes it safe to call twice: an unknown outcome is looked up. */
  buy(rateRef: string, mark: string, account: Account): Promise<Purchase>;
  /** What was bought by a rate; `undefined` when nothing was. */
  lookUp(rateRef: string, account: Account): Promise<Purchase | undefined>;
  /** Gives a label back; throws GENERAL.BAD_REQUEST in the carrier's words when it refuses. */
  refund(labelRef: string, account: Account): Promise<void>;
  /** What the carrier says of a parcel now; `undefined` when it says nothing. */
  track(
    parcel: { carrier: string; trackingNumber: string },
    account: Account,
  ): Promise<TrackingStatus | undefined>;
}
