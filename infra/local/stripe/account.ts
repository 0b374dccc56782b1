import type { AccountPayments } from "./account-payments.ts";
import type { Callback, Listener } from "./callbacks.ts";

/** An account of the stand-in, for those who play the provider's desk. */
export interface StripeAccount {
  books: AccountPayments;
  /** Everything that it has told so far, in the order in which it came about. */
  callbacks: Callback[];
  listener: Listener | undefined;
  /** Callbacks are sent as they come about; when it is set they wait for `deliver`. */
  holds: boolean;
  /** Sets it, and waits for what is on its way. */
  hold(holds: boolean): Promise<void>;
  /** Milliseconds that a POST takes. */
  slow: number;
  deliver(callback: Callback, secret?: string): Promise<number>;
  /** Has callbacks sent there; the secret that they are signed with. Another call rotates it. */
  listen(url: string): string;
}

/** What the next request to a path meets: `before` nothing is done, `after` it is done and its answer lost. */
export interface Fault {
  /** Of the account that meets it. */
  key: string;
  path: RegExp;
  when: "before" | "after";
  status: number;
}

export interface StripeStandIn {
  url: string;
  account(secretKey: string): StripeAccount;
  /** Faults to come, each met once. */
  faults: Fault[];
  /** Requests so far, `POST /v1/refunds`. */
  calls: string[];
  /** The account and the Idempotency-Key of each request that used one again with other parameters. */
  misused: string[];
  stop(): Promise<void>;
}
