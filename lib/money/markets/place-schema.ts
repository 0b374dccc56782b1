import * as z from "zod";
import { ContactChallenge, IdentifiedContact } from "#lib/tenancy/visitors/schema.ts";
import { StorefrontMarket } from "./schema.ts";

const StoreSummary = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  timezone: z.string(),
  languages: z.array(z.object({ id: z.string(), code: z.string(), is_default: z.boolean() })),
  logo: z.string().nullable(),
});

/** How a store takes cards, as far as its pages need to know. */
export const CardSettings = z.object({
  provider: z.string().nullable(),
  publishable_key: z.string().nullable(),
});

/** What a visitor sees of a store: the store, a market, and how cards are taken. */
export const Place = z.object({
  store: StoreSummary.extend({ payment: CardSettings }),
  market: StorefrontMarket.nullable(),
  payment: CardSettings,
});
export type Place = z.output<typeof Place>;

export const Storefront = StoreSummary.extend({ markets: z.array(StorefrontMarket), payment: CardSettings });
export type Storefront = z.output<typeof Storefront>;

/** The answer to a visitor who gets a contact session: the session, and what they see of the store. */
export const ContactIdentified = IdentifiedContact.extend(Place.shape);
/** The answer to a visitor who asks for a code. */
export const ContactCodeSent = ContactChallenge.extend(Place.shape);
