import * as z from "zod";
import { nonBlankText } from "#core/http/page.ts";

/** An idempotency key with a hash of the request. A repeated key means the same request. */
export const Intent = z.object({ key: z.string(), asked: z.string() });
export type Intent = z.output<typeof Intent>;

/** The idempotency key in a request body. */
export const IntentKey = nonBlankText(100).nullish();
