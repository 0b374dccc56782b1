import type { Operation } from "#core/http/contract.ts";
import type { As } from "#test/support/client.ts";
import type { World } from "./world.ts";

/** How to send an operation all fields that it declares, and how to find them in its answers. */
export interface Recipe {
  /** Groups of alternative fields; only one of each group is sent at a time. */
  either?: string[][];
  /** Makes the values that cannot be generated: of one request, or of several that have all fields together. */
  asks?: (
    world: World,
    seed: number,
  ) => RequestParts | RequestParts[] | Promise<RequestParts | RequestParts[]>;
  /** The field of the reply that has the record; by default the reply is the record. */
  within?: string;
  /**
   * By a field's path in the request: its path in the reply, optionally with a function that converts the
   * sent value. By default both paths and both values are the same.
   */
  at?: Record<string, string | readonly [place: string, printed: (sent: unknown) => unknown]>;
  /** Fields that are not in the reply, each with its reason. */
  not?: Record<string, string>;
  /** Reads the record again, if `GET` of its own path does not. */
  read?: (world: World, found: SentRecord) => Promise<unknown>;
  /** Set if the reply is not the record, so that fields are searched in the record read afterwards. */
  elsewhere?: boolean;
  /** Fields in the reply only, not in later answers. */
  once?: string[];
}

export interface RequestParts {
  /** Values of the body that are not generated. */
  body?: JsonObject;
  /** Path parameters that are not ids of the world's own records. */
  params?: Params;
  as?: As;
}

export type SentRecord = { record: JsonObject; body: JsonObject; params: Params; as: As };

export type Params = Record<string, string>;
export type JsonObject = Record<string, unknown>;
export type Recipes = Record<Operation["id"], Recipe>;

export const OMISSION_REASONS = {
  secret: "a secret: it is written and never shown",
  ours: "the server sets when a record was made and changed, whatever is sent",
  paid: "the payment says what was paid, and a sent value changes nothing",
  new: "the id of an existing part, which a new record does not have",
  gone: "removes a part, which is then not shown",
  link: "of a link that recovers a cart, whose lines join the visitor's own",
  act: "says what to do, and is not stored",
  once: "the sender's own id of the request, so that it is done only once",
  change: "an amount to add: the reply has the sum",
  priced: "the market of the plan's price, which a free plan does not have",
  theirs: "for staff alone: visitors set no prices",
  demand: "a condition: the request is refused if it does not hold",
  path: "repeats a parameter of the path",
  back: "where the buyer returns to from the payment page",
  consent: "staff see what a customer agreed to, and visitors do not",
  span: "seconds from now: the reply has the time instead",
  figures: "for the store's figures, and not shown to visitors",
  bought: "of a label, which another operation buys: it is refused here",
  label: "the bought label has it: only a parcel without a label takes it",
  mailed: "where the link in a mail leads: only the mail has it",
} as const;
