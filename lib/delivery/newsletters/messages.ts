import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

export const SendNewsletter = message(
  "sendNewsletter",
  z.object({ business_id: z.string(), entry_id: z.string(), round: z.int(), part: z.int() }),
);
export type SendNewsletter = Body<typeof SendNewsletter>;
