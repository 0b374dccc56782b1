import * as z from "zod";
import { LANGUAGE_TAG, LANGUAGES } from "./language.ts";

/** The language of a person for mails without a request; `null` where it is unknown. */
export const KeptLanguage = z.enum(LANGUAGES).nullable().default(null);
export type KeptLanguage = z.output<typeof KeptLanguage>;

/** A person's preferred languages, best first, with or without texts. */
export const KeptLanguages = z.array(z.string().regex(LANGUAGE_TAG)).default([]);
