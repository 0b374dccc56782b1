import type { Address } from "#lib/money/markets/address-schema.ts";
import type { CustomsDeclaration, Parcel } from "./parcel-schema.ts";

/** A store's decrypted credentials at a shipping provider; empty if none are needed. */
export interface Account {
  storeId: string;
  token: string;
}

export interface Consignment {
  from: Address;
  to: Address;
  parcel: Parcel;
  customs: CustomsDeclaration | null;
  /** The order's currency; providers without prices of their own quote in it. */
  currency: string;
}

/** A provider's price for a consignment. */
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

export interface Label {
  ref: string;
  trackingNumber: string;
  trackingUrl: string | null;
  /** The printable label, or its URL. */
  file: { bytes: Uint8Array } | { url: string };
}

/** The outcome of buying a label. `refused` is final and has the carrier's message. */
export type Purchase =
  | { status: "purchased"; label: Label }
  | { status: "pending" }
  | { status: "refused"; words: string };

export type TrackingStatus =
  | "label_created"
  | "in_transit"
  | "out_for_delivery"
  | "delivered"
  | "failed"
  | "returned";

/**
 * What a shipping provider must do. Implementations are stateless. An `ApiError` that one throws is the answer for the
 * caller; after any other error the outcome of the call is unknown.
 */
export interface ShippingProvider {
  readonly name: string;
  /** Throws GENERAL.BAD_REQUEST when the provider does not know the token. */
  check(account: Account): Promise<void>;
  /** Offers, and the messages of carriers that make no offer. Makes one call to the provider. */
  rates(consignment: Consignment, account: Account): Promise<{ offers: Offer[]; messages: string[] }>;
  /** Buys a label. Providers have no idempotency key, so after an unknown outcome the label is never bought again. */
  buy(rateRef: string, mark: string, account: Account): Promise<Purchase>;
  /** The outcome of an earlier purchase; `undefined` if nothing was bought. */
  lookUp(rateRef: string, account: Account): Promise<Purchase | undefined>;
  /** Throws GENERAL.BAD_REQUEST if the carrier refuses the refund. */
  refund(labelRef: string, account: Account): Promise<void>;
  /** The state of a parcel; `undefined` if the carrier has none. */
  track(
    parcel: { carrier: string; trackingNumber: string },
    account: Account,
  ): Promise<TrackingStatus | undefined>;
}
