import * as z from "zod";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { StoredLanguage } from "#core/texts/language-schema.ts";
import { PostalAddress } from "./postal-address-schema.ts";

export const CONSENT_CHANNELS = ["email", "sms", "phone", "post"] as const;
export const CONSENT_STATES = ["granted", "withdrawn"] as const;
export const CONSENT_WAYS = ["form", "checkout", "in_person", "phone", "paper", "import"] as const;

/** A consent or its withdrawal, with its source. */
export const Consent = z.object({
  channel: z.enum(CONSENT_CHANNELS),
  state: z.enum(CONSENT_STATES),
  at: z.int(),
  how: z.enum(CONSENT_WAYS).nullable(),
  text: z.string().nullable(),
  source: z.string().nullable(),
  actor: z.object({ type: z.string(), id: z.string().nullable() }),
});
export type Consent = z.output<typeof Consent>;

/** A note of staff about a customer. */
export const ContactNote = z.object({
  id: z.string(),
  text: z.string(),
  account_id: z.string(),
  created_at: z.int(),
});

export const ORIGINS = ["storefront", "booking", "staff", "import"] as const;

/** A visitor or customer of a store; not an account. */
export const Contact = z.object({
  id: z.string(),
  store_id: z.string(),
  email: z.string().nullable(),
  verified: z.boolean(),
  status: z.enum(["active"]),
  /** The contact that this one was merged into, by a proven address or by staff. */
  merged_into_contact_id: z.string().nullish(),
  name: z.string().nullable().default(null),
  /** When the name's source was created; null for a name given by staff. */
  named_at: z.int().nullable().default(null),
  phone: z.string().nullable().default(null),
  language: StoredLanguage,
  tags: z.array(z.string()).default([]),
  notes: z.array(ContactNote).default([]),
  addresses: z.array(PostalAddress).default([]),
  consents: z.array(Consent).default([]),
  other_emails: z.array(z.object({ email: z.string(), verified: z.boolean() })).default([]),
  origin: z.enum(ORIGINS).default("storefront"),
  /** Contacts that staff merged into it. */
  merged_ids: z.array(z.string()).default([]),
  /** When staff merged it into another one; null if they did not. */
  joined_at: z.int().nullable().default(null),
  /** Merged contacts whose records are still being moved. */
  merging_ids: z.array(z.string()).default([]),
  /** Exact to the day. */
  last_seen_at: z.int().nullable().default(null),
  /** Whether nobody can sign in as it: a guest card, or a customer created by staff. */
  is_card: z.boolean().default(false),
  /** For a card with a derived id: the id of the address's first card. */
  first_card_id: z.string().nullable().default(null),
  /** The first orders and bookings of a card, and whether there were more. */
  visit_ids: z.array(z.string()).default([]),
  has_more_visits: z.boolean().default(false),
  has_orders: z.boolean().default(false),
  /** Whether it sent a form or began a conversation, which would be deleted with it. */
  has_written: z.boolean().default(false),
  /** Stored totals for sorting: spent amounts by currency, and the last order. */
  spent: z.record(z.string(), z.int()).default({}),
  last_order_at: z.int().nullable().default(null),
  /** How often staff changed it; automatic changes do not count. */
  edits: z.int().default(0),
  /** Whether it is a customer; others only visited. */
  is_customer: z.boolean().default(false),
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

/** A contact in events: that it changed, without personal data. */
export const ContactEvent = Contact.pick({
  id: true,
  store_id: true,
  verified: true,
  status: true,
  merged_into_contact_id: true,
  created_at: true,
  updated_at: true,
}).extend({
  /** Names of the changed fields, as staff see them. */
  changed: z.array(z.string()).optional(),
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
export const IdentifiedContact = z.object({
  contact: ContactView,
  token: TokenView,
  verification_challenge: ChallengeView.nullable(),
  code_sent: z.boolean(),
});
export type IdentifiedContact = z.output<typeof IdentifiedContact>;

export const RequestContactCode = z
  .object({ email: EmailAddress, market: z.string().max(100).optional() })
  .meta({ examples: [{ email: "grace@example.com" }] });
/** A code was sent. A session is created when the code is confirmed. */
export const ContactChallenge = z.object({
  sent: z.literal(true),
  challenge_id: z.string(),
  expires_at: z.int(),
  contact: ContactView,
  token: z.null(),
  verification_challenge: ChallengeView,
});
export type ContactChallenge = z.output<typeof ContactChallenge>;

/** Without a challenge id, the newest challenge of the email address counts, else that of the session. */
export const VerifyContact = z
  .object({
    challenge_id: z.string().max(100).optional(),
    email: EmailAddress.optional(),
    code: z.string().trim().max(20),
  })
  .meta({ examples: [{ challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", code: "271828" }] });
/** The contact, repeated beside its new session. */
export const VerifiedContact = ContactView.extend({ contact: ContactView, token: TokenView });
export type VerifiedContact = z.output<typeof VerifiedContact>;
export const ContactLoggedOut = z.object({ success: z.literal(true) });
