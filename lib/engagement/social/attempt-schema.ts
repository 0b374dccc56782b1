import * as z from "zod";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { ProviderType, STEP_STATUSES } from "./schema.ts";

/** One step of an attempt: one or several calls to a network. */
export const Step = z.object({
  sequence: z.int(),
  type: z.string(),
  irreversible: z.boolean(),
  status: z.enum(STEP_STATUSES),
  /** The call may have been made, but its result is not stored. If its worker died, the outcome is unknown. */
  called: z.boolean(),
  tries: z.int(),
  first_at: z.int().nullable(),
  intent_at: z.int().nullable(),
  lease_until: z.int().nullable(),
  handle: z.string().nullable(),
  /** True if the handle gives access to the network: then it is encrypted and only its last characters are shown. */
  secret: z.boolean(),
  /** The visible part of the handle. */
  shown: z.string().nullable(),
  provider_code: z.string().nullable(),
  provider_status: z.string().nullable(),
  updated_at: z.int(),
});
export type Step = z.output<typeof Step>;

const RemotePost = z.object({ id: z.string().nullable(), url: z.string().nullable() });
export type RemotePost = z.output<typeof RemotePost>;

/** State of the look-ups after a call with an unknown outcome. */
export const LookUp = z.object({
  since: z.int(),
  round: z.int(),
  answered: z.int(),
  failure: z.object({ code: z.string(), at: z.int() }).nullable(),
});
export type LookUp = z.output<typeof LookUp>;

/** One attempt to post a publication or a reply: its steps, and its lease. */
export const Attempt = z.object({
  id: z.string(),
  store_id: z.string(),
  kind: z.enum(["publication", "reply"]),
  /** The publication that is posted, or whose comment gets a reply. */
  publication_id: z.string(),
  number: z.int(),
  social_account_id: z.string(),
  provider_type: ProviderType,
  content: z.record(z.string(), z.unknown()),
  status: z.enum(["running", "ended"]),
  begun_at: z.int(),
  steps: z.array(Step),
  posted: RemotePost.nullable(),
  look_up: LookUp.nullable(),
  ...leaseFields,
  /** Time before which the attempt does not continue. */
  waits_until: z.int().default(0),
  /** When the scheduled worker checks whether the attempt's message was lost; null once the attempt has ended. */
  due_at: z.int().nullable().default(null),
});
export type Attempt = z.output<typeof Attempt>;
