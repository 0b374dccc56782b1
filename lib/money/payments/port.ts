import type { Context } from "#core/context.ts";

/** A line on the payment page. Amounts are charged amounts in minor units. */
export interface CheckoutLine {
  name: string;
  quantity: number;
  amount: number;
}

/** A tenant's decrypted account at a provider; empty for a provider that needs none. */
export interface Account {
  tenantId: string;
  secretKey: string;
  /** Valid ones, newest first. */
  webhookSecrets: readonly string[];
}

/** Who may sign a tenant's callbacks: the secrets of one account. Its key stays encrypted until needed. */
export interface Signer {
  credentialId: string;
  /** Valid ones, newest first. */
  webhookSecrets: readonly string[];
  open(): Promise<Account>;
}

/** The request to open a page for one attempt at a payment. */
export interface PageRequest {
  /** `{payment_id}-{n}`. It is equal on every retry, so that the provider opens one page. */
  id: string;
  paymentId: string;
  n: number;
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  /** Our own URL, which redirects to the shop. */
  returnUrl: string;
  cancelUrl: string;
  email: string | null;
  /** The second from which the page takes no more money. */
  expiresAt: number;
  /** Whether to store the card, for later charges without the customer. */
  keepsCard: boolean;
}

export interface OpenedPage {
  /** The provider's id of the page. */
  ref: string;
  /** Where the customer pays. */
  url: string;
}

/** How later calls name an attempt. */
export interface AttemptRef {
  id: string;
  paymentId: string;
  n: number;
  tenantId: string;
  ref: string;
  /** The provider's id of the charge, once known. */
  chargeRef: string | null;
}

export interface RefundRequest {
  /** Stays equal on every retry, so that the provider makes one refund. */
  refundId: string;
  attempt: AttemptRef;
  amount: number;
  currency: string;
}

/** The state of a `pending` refund is read later, by the refund's id; `refused` is final. */
export type RefundOutcome =
  | { status: "succeeded"; ref: string }
  | { status: "pending"; ref: string }
  | { status: "refused"; reason: string };

/** The state of one attempt at its provider. */
export interface PaymentState {
  /** `processing`: money is on its way. `failed`, `expired`: no money ever comes from this page. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  /** Minor units. */
  captured: number;
  chargeRef: string | null;
  /** Authorizes charges of later periods, where the customer agreed on the page. */
  mandate?: string | null;
  /** All its refunds; `refundId` is null for those that we did not request. */
  refunds: readonly {
    ref: string;
    refundId: string | null;
    amount: number;
    status: "pending" | "succeeded" | "failed";
    reason?: string | undefined;
  }[];
  /** Disputes of the customer's bank. An `open` one is undecided. */
  disputes: readonly { ref: string; amount: number; status: "open" | "lost" | "won" }[];
}

/** What a callback is about. It only names the payment: its state is then read from the provider. */
export interface ProviderEvent {
  /** The provider's id of the event, the same on every delivery. */
  id: string;
  at: number;
  tenantId: string;
  paymentId: string;
  n: number;
  /** Our refund that the event is about, so that it is read with its payment; null for none. */
  refundId: string | null;
}

/**
 * The interface of payment providers. An adapter is stateless. An `ApiError` that it throws is sent to the caller.
 */
export interface PaymentProvider {
  readonly name: string;
  /**
   * Tests an account with a call.
   *
   * @throws PROVIDER_ERROR when its key is refused
   */
  check(ctx: Context, account: Account): Promise<void>;
  pageSeconds(): number;
  /**
   * Checks an amount without a call.
   *
   * @throws PAYMENT.INVALID_AMOUNT too little or too much; PROVIDER_ERROR when it cannot be expressed
   */
  checkAmount(amount: number, currency: string): void;
  /** The smallest amount in minor units that the provider can express. All others are multiples of it. */
  smallestUnit(currency: string): number;
  /**
   * Opens a page, once however often it is called; `undefined` when it was never opened and ends too soon to
   * open it now.
   */
  start(ctx: Context, page: PageRequest, account: Account): Promise<OpenedPage | undefined>;
  /**
   * Charges a stored card, once per page id within a day. A declined card is no error: `read` reports it. Absent
   * where cards cannot be stored.
   */
  charge?(page: PageRequest, mandate: string, account: Account): Promise<{ ref: string }>;
  /** Ends a page so that it can never be paid; `paid` when money came or is on its way. */
  close(ctx: Context, attempt: AttemptRef, account: Account): Promise<"closed" | "paid">;
  /** Refunds; throws when it must be retried. */
  refund(ctx: Context, refund: RefundRequest, account: Account): Promise<RefundOutcome>;
  read(ctx: Context, attempt: AttemptRef, account: Account): Promise<PaymentState>;
  /**
   * Reads a callback from its raw body; `undefined` when it is about no payment of ours.
   *
   * @param signers empty for a provider whose signature belongs to no tenant
   * @throws PAYMENT.SIGNATURE_INVALID; GENERAL.BAD_REQUEST for a signed body that is no callback
   */
  readEvent(
    ctx: Context,
    raw: Buffer,
    headers: Record<string, string | undefined>,
    signers: readonly Signer[],
  ): Promise<ProviderEvent | undefined>;
}
