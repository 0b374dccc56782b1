import * as z from "zod";
import { cutText } from "#core/cut-text.ts";

/** Source names: for visitors without a source, for staff, and for names that are not valid. */
export const DIRECT = "direct";
export const STAFF = "staff";
export const OTHER = "other";

const MAX_TEXT_LENGTH = 200;

/** A text from a visitor's page is cut if it is too long, and never refused. */
const CutText = z
  .string()
  .nullable()
  .catch(null)
  .transform((text) => (text === null ? null : cutText(text, MAX_TEXT_LENGTH)))
  .optional();

/** The visitor's source, from the URL of the storefront's page. */
export const VisitSourceInput = z.object({
  utm_source: CutText,
  utm_medium: CutText,
  utm_campaign: CutText,
  referrer: CutText,
  /** `ref` of a newsletter's link, which names the edition but no reader. */
  ref: CutText,
});
export type VisitSourceInput = z.output<typeof VisitSourceInput>;

export const Source = z.object({
  /** `utm_source` or `utm_source/utm_medium`, else the referring host, else `direct`. */
  name: z.string(),
  campaign: z.string().nullable(),
  /** Newsletter edition of the link, and the time of the click. */
  edition: z.object({ id: z.string(), at: z.int() }).nullable(),
  at: z.int(),
});
export type Source = z.output<typeof Source>;
