import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";

/** One line of what is paid for, as the payment page shows it; amounts are what is charged, in minor units. */
export interface CheckoutLine {
  name: string;
  quantity: number;
  amount: number;
}

/** A payment to be made, as a provider is told of it. */
export interface Checkout {
  paymentId: string;
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  successUrl: string;
  cancelUrl: string;
  email?: string | undefined;
}

/** A checkout that a provider has begun. */
export interface Started {
  /** The provider's own name for it. */
  providerRef: string;
  /** Where the customer pays. */
  checkoutUrl: string;
  /** Writes of the provider's own for the transaction that takes the payment up. */
  writes?: readonly Write[];
}

export interface Refund {
  /** The same on every try: the provider makes one refund of it. */
  refundId: string;
  paymentId: string;
  tenantId: string;
  providerRef: string;
  amount: number;
  currency: string;
}

/** What a provider told, in words that are the same for all. */
export interface PaymentEvent {
  /** The provider's id of the event: the same however often it is sent. */
  id: string;
  tenantId: string;
  paymentId: string;
  /** `failed` says that this checkout will come to nothing; a try that the customer may repeat is none of these. */
  type: "authorized" | "captured" | "failed" | "refunded";
  /** Captured or refunded in all, in minor units. */
  amount: number;
  /** What later refunds must name, where it is another than at the beginning. */
  providerRef?: string | undefined;
}

/**
 * The port to those who take money. An adapter is stateless; what it throws as an `ApiError` is answered as it is.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Begins a checkout. Called before anything is held, once for a payment id however often it is tried. */
  start(ctx: Context, checkout: Checkout): Promise<Started>;
  /** Gives money back; throws when it is to be tried again, answers false when the provider never will. */
  refund(ctx: Context, refund: Refund): Promise<boolean>;
  /**
   * Reads a callback from its raw body; `undefined` for one that says nothing about a payment.
   *
   * @throws PAYMENT.SIGNATURE_INVALID
   */
  readEvent(raw: Buffer, headers: Record<string, string | undefined>): Promise<PaymentEvent | undefined>;
}
