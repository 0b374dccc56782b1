import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

export const SendNewsletter = message(
  "sendNewsletter",
  z.object({ business_id: z.string(), entry_id: z.string(), round: z.int(), part: z.int() }),
);
export type SendNewsletter = BodyOf<typeof SendNewsletter>;
