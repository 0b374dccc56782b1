import type { AccountPayments } from "./account-payments.ts";
import type { Callback, Listener } from "./callbacks.ts";

/** An account of the stand-in for Stripe. */
export interface StripeAccount {
  books: AccountPayments;
  /** All callbacks to the shop so far, sent or not, in order. */
  callbacks: Callback[];
  listener: Listener | undefined;
  /** Whether callbacks are sent only by `deliver`. */
  holds: boolean;
  /** Sets `holds`, and waits until no callback is being sent. */
  hold(holds: boolean): Promise<void>;
  delayMs: number;
  deliver(callback: Callback, secret?: string): Promise<number>;
  /** Sends callbacks to this URL. Returns the signing secret; another call rotates it. */
  listen(url: string): string;
}

/** Makes the next request to a path fail: `before` it has an effect, or `after`, so that only its answer fails. */
export interface Fault {
  /** Secret key of the account. */
  key: string;
  path: RegExp;
  when: "before" | "after";
  status: number;
}

export interface StripeStandIn {
  url: string;
  account(secretKey: string): StripeAccount;
  /** Faults that will hit later requests; each hits one request. */
  faults: Fault[];
  /** Method and path of all requests so far, such as `POST /v1/refunds`. */
  calls: string[];
  /** Account and Idempotency-Key of each request that reused a key with other parameters. */
  misused: string[];
  stop(): Promise<void>;
}
