import type { Context } from "#core/context.ts";

/** One line of what is paid for, as the payment page shows it; amounts are what is charged, in minor units. */
export interface CheckoutLine {
  name: string;
  quantity: number;
  /** Of the whole line. */
  amount: number;
}

/** What a provider knows a tenant by, opened for one call; empty for a provider that needs none. */
export interface Account {
  tenantId: string;
  secretKey: string;
  /** The live ones, newest first. */
  webhookSecrets: readonly string[];
}

/** Who may sign a tenant's callbacks: the secrets of one account, whose key stays sealed until it is needed. */
export interface Signer {
  credentialId: string;
  /** The live ones, newest first. */
  webhookSecrets: readonly string[];
  open(): Promise<Account>;
}

/** A page to be opened: one attempt at a payment. */
export interface PageRequest {
  /** `{payment_id}-{n}`, the same on every try: the provider makes one page of it. */
  id: string;
  paymentId: string;
  n: number;
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  /** Our own address, from which people go on to the shop. */
  returnUrl: string;
  cancelUrl: string;
  email: string | null;
  /** The second from which the page takes no money any more. */
  expiresAt: number;
  /** Whether the card is kept, for charges of later periods without the customer. */
  keepsCard: boolean;
}

/** A page that a provider has opened. */
export interface OpenedPage {
  /** The provider's own name for it. */
  ref: string;
  /** Where the customer pays. */
  url: string;
}

/** An attempt as later calls name it. */
export interface AttemptRef {
  id: string;
  paymentId: string;
  n: number;
  tenantId: string;
  ref: string;
  /** The provider's name of what was charged, once it is known. */
  chargeRef: string | null;
}

export interface RefundRequest {
  /** It does not change from try to try: the provider makes one refund of it. */
  refundId: string;
  attempt: AttemptRef;
  amount: number;
  currency: string;
}

/** `pending` ends later, and is then found by the refund's id; `refused` is for good. */
export type RefundOutcome =
  | { status: "succeeded"; ref: string }
  | { status: "pending"; ref: string }
  | { status: "refused"; reason: string };

/** What a provider says now of one attempt. */
export interface PaymentState {
  /** `processing` money is on its way; `failed` and `expired` it will never come from this page. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  /** Minor units. */
  captured: number;
  chargeRef: string | null;
  /** By what later periods can be charged, where the customer agreed to that on the page. */
  mandate?: string | null;
  /** All refunds of it: ours carry the id that they were asked for under. */
  refunds: readonly {
    ref: string;
    refundId: string | null;
    amount: number;
    status: "pending" | "succeeded" | "failed";
    reason?: string | undefined;
  }[];
  /** Money that a customer's bank has asked back; of what is open nothing is decided yet. */
  disputes: readonly { ref: string; amount: number; status: "open" | "lost" | "won" }[];
}

/** What a callback is about. It only says where to look: what is true is read from the provider. */
export interface ProviderEvent {
  /** The provider's id of the event: the same however often it is sent. */
  id: string;
  /** When it was made. */
  at: number;
  tenantId: string;
  paymentId: string;
  n: number;
  /** The refund of ours that it is about, so that it is read along with its payment. */
  refundId: string | null;
}

/** The port to those who take money. An adapter is stateless; what it throws as an `ApiError` is answered as it is. */
export interface PaymentProvider {
  readonly name: string;
  /**
   * Tries an account out.
   *
   * @throws PROVIDER_ERROR when its key is refused
   */
  check(ctx: Context, account: Account): Promise<void>;
  /** Seconds for which a page can be paid. */
  pageSeconds(): number;
  /**
   * Checks, without a call, that an amount can be asked for.
   *
   * @throws PAYMENT.INVALID_AMOUNT too little or too much; PROVIDER_ERROR when it cannot be said exactly
   */
  checkAmount(amount: number, currency: string): void;
  /** The least minor units that it can send of a currency: every amount that it can say is a multiple of it. */
  smallestUnit(currency: string): number;
  /**
   * Opens a page. The same page is opened once however often it is tried; `undefined` where it never was, and by now is
   * too close to its end to be opened.
   */
  start(ctx: Context, page: PageRequest, account: Account): Promise<OpenedPage | undefined>;
  /**
   * Charges without a page, by a mandate; once for each page's id however often it is tried within a day. A card that is
   * declined is no error: `read` says so. Absent where no card is kept.
   */
  charge?(page: PageRequest, mandate: string, account: Account): Promise<{ ref: string }>;
  /** Ends a page, so that it can never be paid; `paid` when money has come or is on its way. */
  close(ctx: Context, attempt: AttemptRef, account: Account): Promise<"closed" | "paid">;
  /** Gives money back; throws when it is to be tried again. */
  refund(ctx: Context, refund: RefundRequest, account: Account): Promise<RefundOutcome>;
  read(ctx: Context, attempt: AttemptRef, account: Account): Promise<PaymentState>;
  /**
   * Reads a callback from its raw body; `undefined` for one that is about no payment of ours.
   *
   * @param signers empty for a provider whose signature is nobody's own
   * @throws PAYMENT.SIGNATURE_INVALID, and GENERAL.BAD_REQUEST for what is signed and no callback
   */
  readEvent(
    ctx: Context,
    raw: Buffer,
    headers: Record<string, string | undefined>,
    signers: readonly Signer[],
  ): Promise<ProviderEvent | undefined>;
}
