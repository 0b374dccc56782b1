import * as z from "zod";
import { LANGUAGE_TAG, LANGUAGES } from "./language.ts";

/** The language of a person for mails without a request; `null` where it is unknown. */
export const StoredLanguage = z.enum(LANGUAGES).nullable().default(null);
export type StoredLanguage = z.output<typeof StoredLanguage>;

/** A person's preferred languages, best first, with or without texts. */
export const StoredLanguages = z.array(z.string().regex(LANGUAGE_TAG)).default([]);
