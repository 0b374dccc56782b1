import type { Operation } from "#core/http/contract.ts";
import type { As } from "#test/support/client.ts";
import type { World } from "./world.ts";

/** What has to be known to send an operation everything that it declares, and to find it again. */
export interface Recipe {
  /** Fields that say one thing in several forms: each form is sent without the others. */
  either?: string[][];
  /** What has to be said, because no text or number would do: in one request, or in several that say all together. */
  asks?: (
    world: World,
    seed: number,
  ) => RequestParts | RequestParts[] | Promise<RequestParts | RequestParts[]>;
  /** Where the record lies in the reply. */
  within?: string;
  /** Where a field stands in the reply, where that is elsewhere or under another name; and what it looks like there. */
  at?: Record<string, string | readonly [place: string, printed: (sent: unknown) => unknown]>;
  /** Fields that are not found again, each with its reason. */
  not?: Record<string, string>;
  /** How the record is read again, where it is not by `GET` of its own path. */
  read?: (world: World, found: SentRecord) => Promise<unknown>;
  /** Set where the reply is of another kind than the record: what was sent is looked for in the record. */
  elsewhere?: boolean;
  /** Fields that the reply has, and no later answer. */
  once?: string[];
}

export interface RequestParts {
  /** What is said as it stands. */
  body?: JsonObject;
  /** What the path names besides the store's own records. */
  params?: Params;
  as?: As;
}

/** What was answered, and what is needed to read it again. */

export interface SentRecord {
  record: JsonObject;
  body: JsonObject;
  params: Params;
  as: As;
}

export type Params = Record<string, string>;
export type JsonObject = Record<string, unknown>;
export type Recipes = Record<Operation["id"], Recipe>;

/** Why a field is not found again. */
export const REASONS = {
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
