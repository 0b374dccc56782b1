import * as z from "zod";
import { nonBlankText } from "#core/http/page.ts";
import { CONSENT_CHANNELS } from "./schema.ts";

/** A consent of a visitor: the channel, and the text that was shown. */
export const OwnConsent = z.object({ channel: z.enum(CONSENT_CHANNELS), text: nonBlankText(2000) });
export type OwnConsent = z.output<typeof OwnConsent>;

export const OwnConsents = z
  .array(OwnConsent)
  .max(CONSENT_CHANNELS.length)
  .refine((all) => new Set(all.map(({ channel }) => channel)).size === all.length, "has a channel twice");

export const UpdateOwnContact = z
  .object({ consents: OwnConsents })
  .meta({ examples: [{ consents: [{ channel: "email", text: "Write to me about new mugs." }] }] });
export type UpdateOwnContact = z.output<typeof UpdateOwnContact>;
