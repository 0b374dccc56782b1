import type { Operation } from "#core/http/contract.ts";
import type { As } from "#test/support/client.ts";
import type { World } from "./world.ts";

/** How to send an operation every field that it declares, and to find them in its answers. */
export interface Recipe {
  /** Groups of alternative fields; only one of each group is sent at a time. */
  either?: string[][];
  /** Values that cannot be generated, for one request or for several that cover all fields together. */
  asks?: (
    world: World,
    seed: number,
  ) => RequestParts | RequestParts[] | Promise<RequestParts | RequestParts[]>;
  /** The field of the reply with the record. */
  within?: string;
  /** The path of a field in the reply, if it differs, and a function that converts the value. */
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
  /** Given values of the body. */
  body?: JsonObject;
  /** Path parameters for which the store has no record. */
  params?: Params;
  as?: As;
}

export type SentRecord = { record: JsonObject; body: JsonObject; params: Params; as: As };

export type Params = Record<string, string>;
export type JsonObject = Record<string, unknown>;
export type Recipes = Record<Operation["id"], Recipe>;

export const OMISSION_REASONS = {
  secret: "a secret: it is written and never shown",
  ours: "whatever is sent, the server says when a record was made and changed",
  paid: "what was paid is known by the payment, and sent back it changes nothing",
  new: "names a part that stands already, and nothing stands before a record is made",
  gone: "takes something out, which is not there to be shown",
  link: "of a link that recovers a cart, whose lines join the visitor's own",
  act: "says what is to be done, and not what is to be kept",
  once: "the sender's own id of the request, by which it is done once",
  change: "what is to be added: the reply says what there is then",
  priced: "says in which market the plan is priced, which a free one has none of",
  theirs: "for operators alone: a visitor sets no prices",
  demand: "a demand that the sender makes: it is refused, or it held",
  path: "names what the path names",
  back: "where the buyer comes back to from the page that opens",
  consent: "what somebody agrees to is for staff, with the customer: no visitor is shown it",
  span: "seconds from now: the reply prints when that is",
  figures: "for the store's figures: no visitor is shown it",
  bought: "of a label, which is bought by another operation: it is refused here",
  label: "what a bought label says: it is taken of a parcel that has none",
  mailed: "where the link of a mail leads: the mail has it",
} as const;
