import type { AccountPayments } from "./account-payments.ts";
import type { Callback, Listener } from "./callbacks.ts";

/** An account of the stand-in, as its dashboard controls it. */
export interface StripeAccount {
  books: AccountPayments;
  /** All callbacks so far, in order. */
  callbacks: Callback[];
  listener: Listener | undefined;
  /** Whether callbacks wait for `deliver`. */
  holds: boolean;
  /** Sets `holds` and waits for callbacks being sent. */
  hold(holds: boolean): Promise<void>;
  slow: number;
  deliver(callback: Callback, secret?: string): Promise<number>;
  /** Sends callbacks to this URL. Returns the signing secret; another call rotates it. */
  listen(url: string): string;
}

/** A fault of the next request: `before` it is carried out, or `after`, so that only its answer is lost. */
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
  /** Pending faults; each happens once. */
  faults: Fault[];
  /** Requests so far, as `POST /v1/refunds`. */
  calls: string[];
  /** Account and Idempotency-Key of each request that reused a key with other parameters. */
  misused: string[];
  stop(): Promise<void>;
}
