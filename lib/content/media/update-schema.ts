import * as z from "zod";
import { nonBlankText } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";

/** Texts in at most 50 languages; a request replaces all of them. @schema */
function byLanguage(text: z.ZodString) {
  const tag = z
    .string()
    .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, "must be a language such as en or de-AT");
  return z
    .record(tag, text)
    .refine((texts) => Object.keys(texts).length <= 50, "has more than 50 languages")
    .optional();
}

export const UpdateMedia = z
  .object({
    version: expectedVersion,
    slug: byLanguage(nonBlankText(200)),
    /** What the picture shows. An empty text marks it as decorative. */
    alt: byLanguage(z.string().trim().max(1000)),
  })
  .meta({
    examples: [
      {
        slug: { en: "red-shoe", de: "roter-schuh" },
        alt: { en: "A red shoe from the side", de: "Ein roter Schuh von der Seite" },
      },
    ],
  });
