import * as z from "zod";
import { LANGUAGES } from "./language.ts";

/** The language of a person who is written to later, when no request says it; `null` where it is not known. */
export const KeptLanguage = z.enum(LANGUAGES).nullable().default(null);
export type KeptLanguage = z.output<typeof KeptLanguage>;
