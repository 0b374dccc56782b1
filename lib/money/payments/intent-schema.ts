import * as z from "zod";
import { nonBlankText } from "#core/http/page.ts";

/** The caller's own name of one act, and a hash of what it was asked for with. Who sends it again asks for it once. */
export const Intent = z.object({ key: z.string(), asked: z.string() });
export type Intent = z.output<typeof Intent>;

/** How a caller names an act in a body. */
export const IntentKey = nonBlankText(100).nullish();
