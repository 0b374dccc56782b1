import * as z from "zod";
import { EmailAddress } from "#core/mail/address-schema.ts";

/** A person that a store knows as its visitor or customer; not an account. */
export const Contact = z.object({
  id: z.string(),
  store_id: z.string(),
  email: z.string().nullable(),
  verified: z.boolean(),
  status: z.enum(["active"]),
  /** The contact that this one turned out to be, once its address was proven. */
  merged_into_contact_id: z.string().nullish(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Contact = z.output<typeof Contact>;
export const ContactView = Contact.pick({
  id: true,
  store_id: true,
  email: true,
  verified: true,
  status: true,
  merged_into_contact_id: true,
  created_at: true,
  updated_at: true,
});

export const IdentifyContact = z
  .object({
    market: z.string().max(100).optional(),
    email: EmailAddress.optional(),
    verify: z.boolean().optional(),
  })
  .meta({ examples: [{ market: "us", email: "grace@example.com", verify: true }] });

const ChallengeView = z.object({ challenge_id: z.string(), expires_at: z.int() });

const TokenView = z.object({
  id: z.string(),
  token: z.string(),
  status: z.literal("active"),
  created_at: z.int(),
  expires_at: z.int(),
});
export const Identified = z.object({
  contact: ContactView,
  token: TokenView,
  verification_challenge: ChallengeView.nullable(),
  code_sent: z.boolean(),
});
export type Identified = z.output<typeof Identified>;

export const ContactCode = z
  .object({ email: EmailAddress, market: z.string().max(100).optional() })
  .meta({ examples: [{ email: "grace@example.com" }] });
/** What a code was sent for; the session comes with the answer to it. */
export const ContactChallenge = z.object({
  sent: z.literal(true),
  challenge_id: z.string(),
  expires_at: z.int(),
  contact: ContactView,
  token: z.null(),
  verification_challenge: ChallengeView,
});
export type ContactChallenge = z.output<typeof ContactChallenge>;

/** Without a challenge the newest is meant: that of the session, or of the address where there is none. */
export const VerifyContact = z
  .object({
    challenge_id: z.string().max(100).optional(),
    email: EmailAddress.optional(),
    code: z.string().trim().max(20),
  })
  .meta({ examples: [{ challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", code: "271828" }] });
/** The contact as it is, and once more beside the session that the proof began. */
export const VerifiedContact = ContactView.extend({ contact: ContactView, token: TokenView });
export type VerifiedContact = z.output<typeof VerifiedContact>;
export const LoggedOut = z.object({ success: z.literal(true) });
