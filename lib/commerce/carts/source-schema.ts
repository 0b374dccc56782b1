import * as z from "zod";

/** Where somebody came from who says nothing of it; what staff sell; what cannot be told apart. */
export const DIRECT = "direct";
export const STAFF = "staff";
export const OTHER = "other";

/** Characters of a text that are looked at. */
const MOST = 200;

/** A text of a visitor's page: cut, and never refused. */
const Cut = z
  .string()
  .nullable()
  .catch(null)
  .transform((text) => text?.slice(0, MOST) ?? null)
  .optional();

/** What a storefront knows of where its visitor came from, as the address of the page says it. */
export const SourceInput = z.object({
  utm_source: Cut,
  utm_medium: Cut,
  utm_campaign: Cut,
  referrer: Cut,
  /** Of a link in a newsletter: it names the edition, and no reader. */
  ref: Cut,
});
export type SourceInput = z.output<typeof SourceInput>;

/** Where a visitor came from, as a cart keeps it. */
export const Source = z.object({
  /** `utm_source` or `utm_source/utm_medium`, else the host that led here, else `direct`. */
  name: z.string(),
  campaign: z.string().nullable(),
  /** The edition of a newsletter that led here, and when. */
  edition: z.object({ id: z.string(), at: z.int() }).nullable(),
  /** When it was said. */
  at: z.int(),
});
export type Source = z.output<typeof Source>;
