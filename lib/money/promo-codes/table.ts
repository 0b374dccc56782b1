import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { searchTerms } from "#core/dynamo/terms.ts";
import { PROMO_CODE_EVENTS } from "./events.ts";
import { PromoCode, PromoCodeView } from "./schema.ts";

export const promoCodes = entity({
  name: "promo_code",
  schema: PromoCode,
  pk: "TENANT#{store_id}#PROMO_CODE",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#PROMO_CODE#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{code}#{id}",
  },
  terms: ({ code }) => searchTerms([code]),
  tenant: "store_id",
  announces: { events: PROMO_CODE_EVENTS, shows: PromoCodeView },
  deletion: { tenant: "partition", person: "unaffected" },
});

/**
 * The code under its text, whatever the case: makes it one's within its store, and carries all that a checkout needs,
 * so that it is read in the same round trip as the rest. Written with every change of the record.
 */
export const promoTexts = entity({
  name: "promo_text",
  schema: PromoCode.extend({ text: z.string() }),
  pk: "TENANT#{store_id}#PROMO_TEXT",
  sk: "{text}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** How often a code was used: by all under `*`, and by each subject, a hash of who it was. */
export const promoUses = entity({
  name: "promo_use",
  schema: z.object({
    store_id: z.string(),
    promo_code_id: z.string(),
    subject: z.string(),
    uses: z.int(),
  }),
  pk: "TENANT#{store_id}#PROMO_USE",
  sk: "{promo_code_id}#{subject}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** One use, by the reservation or order that made it; it is given back at most once. */
export const redemptions = entity({
  name: "redemption",
  schema: z.object({
    store_id: z.string(),
    reference: z.string(),
    promo_code_id: z.string(),
    subject: z.string(),
    status: z.enum(["taken", "returned"]),
    created_at: z.int(),
  }),
  pk: "TENANT#{store_id}#REDEMPTION",
  sk: "{reference}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
