import * as z from "zod";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { ProviderType, STEP_STATUSES } from "./schema.ts";

/** One call, or a row of calls, to a network. */
export const Step = z.object({
  sequence: z.int(),
  type: z.string(),
  irreversible: z.boolean(),
  status: z.enum(STEP_STATUSES),
  /** An intent is committed and no result: where nobody works on it any more, what came of it is a question. */
  called: z.boolean(),
  tries: z.int(),
  first_at: z.int().nullable(),
  intent_at: z.int().nullable(),
  lease_until: z.int().nullable(),
  handle: z.string().nullable(),
  /** The handle opens the network by itself: it is sealed, and its last characters alone are shown. */
  secret: z.boolean(),
  /** What is shown of it. */
  shown: z.string().nullable(),
  provider_code: z.string().nullable(),
  provider_status: z.string().nullable(),
  updated_at: z.int(),
});
export type Step = z.output<typeof Step>;

const Posted = z.object({ id: z.string().nullable(), url: z.string().nullable() });
export type Posted = z.output<typeof Posted>;

/** The questions that are put to a network after a call whose outcome nobody knows. */
export const LookUp = z.object({
  since: z.int(),
  round: z.int(),
  answered: z.int(),
  failure: z.object({ code: z.string(), at: z.int() }).nullable(),
});
export type LookUp = z.output<typeof LookUp>;

/** One try to post a publication or a reply: its steps, and who works on them. */
export const Attempt = z.object({
  id: z.string(),
  store_id: z.string(),
  kind: z.enum(["publication", "reply"]),
  /** The publication that is posted, or whose comment is answered. */
  publication_id: z.string(),
  number: z.int(),
  social_account_id: z.string(),
  provider_type: ProviderType,
  content: z.record(z.string(), z.unknown()),
  status: z.enum(["running", "ended"]),
  begun_at: z.int(),
  steps: z.array(Step),
  posted: Posted.nullable(),
  look_up: LookUp.nullable(),
  ...leaseFields,
  /** Not to be gone on with before. */
  waits_until: z.int().default(0),
  /** When the minute tick has a look whether a message was lost; null once it has ended. */
  due_at: z.int().nullable().default(null),
});
export type Attempt = z.output<typeof Attempt>;
