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
 * The code under its normalized text: unique per store, and complete, so that a checkout reads it in its one
 * round trip. Every change of the record writes it too.
 */
export const promoTexts = entity({
  name: "promo_text",
  schema: PromoCode.extend({ text: z.string() }),
  pk: "TENANT#{store_id}#PROMO_TEXT",
  sk: "{text}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Use counts: `*` for everybody, and per subject, a hash of the user's mailbox. */
export const promoUses = entity({
  name: "promo_use",
  schema: z.object({ store_id: z.string(), promo_code_id: z.string(), subject: z.string(), uses: z.int() }),
  pk: "TENANT#{store_id}#PROMO_USE",
  sk: "{promo_code_id}#{subject}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** One use of a code by a reservation or order. It is returned at most once. */
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
