import * as z from "zod";
import { LANGUAGE_TAG, LANGUAGES } from "./language.ts";

/** The language of a person who is written to later, when no request says it; `null` where it is not known. */
export const KeptLanguage = z.enum(LANGUAGES).nullable().default(null);
export type KeptLanguage = z.output<typeof KeptLanguage>;

/** The languages that a person likes, best first, whether or not there are texts in them. */
export const KeptLanguages = z.array(z.string().regex(LANGUAGE_TAG)).default([]);
