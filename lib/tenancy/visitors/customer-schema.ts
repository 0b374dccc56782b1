// Customers as staff see and change them.

import * as z from "zod";
import {
  ListQuery,
  nonBlankText,
  queryBoolean,
  queryIds,
  queryList,
  queryTime,
  queryTimeEnd,
  strictPage,
  UnixTime,
} from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { typedPhone } from "#core/places/phones.ts";
import { StoredLanguage } from "#core/texts/language-schema.ts";
import { PostalAddress, PostalAddressInput } from "./postal-address-schema.ts";
import { CONSENT_CHANNELS, CONSENT_STATES, CONSENT_WAYS, Consent, Contact, ContactNote } from "./schema.ts";
import { CustomerTotals } from "./totals-schema.ts";

export const MAX_TAGS = 20;
export const MAX_ADDRESSES = 20;
export const MAX_NOTES = 100;
export const MAX_CONSENTS = 100;

const AddressOfCustomer = PostalAddress.pick({
  name: true,
  company: true,
  street1: true,
  street2: true,
  city: true,
  state: true,
  postal_code: true,
  country: true,
  phone: true,
  email: true,
});
const NoteView = ContactNote.pick({ id: true, text: true, account_id: true, created_at: true });
const ConsentView = Consent.pick({
  channel: true,
  state: true,
  at: true,
  how: true,
  text: true,
  source: true,
}).extend({ actor: Consent.shape.actor.pick({ type: true, id: true }) });

/** A customer as staff see it. */
export const CustomerView = Contact.pick({
  id: true,
  store_id: true,
  name: true,
  email: true,
  verified: true,
  phone: true,
  language: true,
  tags: true,
  origin: true,
  merged_ids: true,
  last_seen_at: true,
  created_at: true,
  updated_at: true,
}).extend({
  other_emails: z.array(z.object({ email: z.string(), verified: z.boolean() })),
  notes: z.array(NoteView),
  addresses: z.array(AddressOfCustomer),
  consents: z.array(ConsentView),
  /** Others with this address: the contact that proved it, or unproven guests. */
  same_address: z.array(z.object({ id: z.string(), verified: z.boolean() })),
  totals: CustomerTotals,
  version: z.int(),
});
export type CustomerView = z.output<typeof CustomerView>;
export const CustomerPage = strictPage(CustomerView).extend({
  count: z.object({ value: z.int(), exact: z.boolean() }).optional(),
  /** Whether the list includes all customers of the store. */
  complete: z.boolean(),
});
export type CustomerPage = z.output<typeof CustomerPage>;

const Phone = z
  .string()
  .overwrite(typedPhone)
  .max(50)
  .refine((text) => {
    const digits = text.replace(/\D/g, "").length;
    return digits >= 5 && digits <= 15;
  }, "must have 5 to 15 digits");
const Tag = nonBlankText(40);
export const Tags = z.array(Tag).overwrite(uniqueTags).max(MAX_TAGS);

/** Tags without repeats. Of tags that differ only by case, the first stays. */
export function uniqueTags(tags: readonly string[]): string[] {
  const known = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, index) => known.indexOf(known[index] ?? "") === index);
}

export const ConsentInput = z
  .object({
    channel: z.enum(CONSENT_CHANNELS),
    state: z.enum(CONSENT_STATES),
    at: UnixTime.optional(),
    how: z.enum(CONSENT_WAYS).optional(),
    text: nonBlankText(2000).optional(),
    source: z.string().trim().max(500).optional(),
  })
  .superRefine((consent, context) => {
    if (consent.state !== "granted") return;
    for (const field of ["at", "how", "text"] as const)
      if (consent[field] === undefined)
        context.addIssue({ code: "custom", path: [field], message: "is needed to grant a consent" });
  })
  .meta({
    examples: [
      {
        channel: "email",
        state: "granted",
        at: 1_763_900_000,
        how: "in_person",
        text: "Write to me about new mugs.",
      },
    ],
  });
export type ConsentInput = z.output<typeof ConsentInput>;

const customerFields = {
  name: z.string().trim().max(200).nullish(),
  email: EmailAddress.nullish(),
  phone: Phone.nullish(),
  language: StoredLanguage.unwrap().optional(),
  tags: Tags.nullish(),
  addresses: z.array(PostalAddressInput).max(MAX_ADDRESSES).nullish(),
};

export const CreateCustomer = z
  .object({ ...customerFields, consents: z.array(ConsentInput).max(20).nullish() })
  .refine(({ name, email, phone }) => Boolean(name || email || phone), {
    path: ["email"],
    message: "one of name, email and phone is needed",
  })
  .meta({ examples: [{ name: "Grace Hopper", email: "grace@example.com", tags: ["navy"] }] });
export type CreateCustomer = z.output<typeof CreateCustomer>;

export const UpdateCustomer = z
  .object({ ...customerFields, version: z.int().min(1).optional() })
  .meta({ examples: [{ name: "Grace Hopper", phone: "+49 30 1234567" }] });
export type UpdateCustomer = z.output<typeof UpdateCustomer>;

export const AddNote = z
  .object({ text: nonBlankText(2000) })
  .meta({ examples: [{ text: "Likes the blue one." }] });

export const TagCustomers = z
  .object({
    action: z.enum(["tag", "untag"]),
    ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, "has an id twice"),
    tags: Tags.refine((tags) => tags.length > 0, "needs a tag"),
  })
  .meta({ examples: [{ action: "tag", ids: ["con_01j9z3k4m5n6p7q8r9s0t1v2w3"], tags: ["navy"] }] });
export type TagCustomers = z.output<typeof TagCustomers>;

export const CustomersTagged = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      changed: z.boolean(),
      error: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});
export type CustomersTagged = z.output<typeof CustomersTagged>;

export const CustomerQuery = ListQuery.extend({
  sort_field: z.enum(["created_at", "updated_at", "name", "last_order_at", "spent"]).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be three letters")
    .toUpperCase()
    .optional(),
  ids: queryIds.optional(),
  email: z.string().max(254).optional(),
  phone: z.string().max(50).regex(/\d/, "must have digits of a number").optional(),
  tags: queryList.optional(),
  verified: queryBoolean.optional(),
  consent: z.enum(CONSENT_CHANNELS).optional(),
  has_orders: queryBoolean.optional(),
  last_seen_from: queryTime.optional(),
  last_seen_to: queryTimeEnd.optional(),
  count: queryBoolean.optional(),
}).refine(({ currency, sort_field }) => currency !== undefined || sort_field !== "spent", {
  path: ["currency"],
  message: "is needed to compare what customers spent",
});
export type CustomerQuery = z.output<typeof CustomerQuery>;
