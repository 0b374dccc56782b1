import * as z from "zod";
import type { Context } from "./context.ts";
import type { Write } from "./dynamo/transact.ts";
import { enqueue } from "./events.ts";
import { newId } from "./id.ts";
import { type BodyOf, message } from "./queue/message.ts";
import { seal, unseal } from "./seal.ts";

const PURPOSE = "sms";
/** A message to a phone; its number and its text, often a code, are sealed. */
export const SendSms = message("sendSms", z.object({ sms_id: z.string(), sealed: z.string() }));
export type SendSms = BodyOf<typeof SendSms>;

const Sms = z.object({ to: z.string(), text: z.string() });

/** The write that causes a text to be sent to a phone if its transaction commits. */
export async function enqueueSms(ctx: Context, to: string, text: string): Promise<Write> {
  const sms_id = newId("sms", ctx.clock());
  return enqueue(ctx, SendSms, { sms_id, sealed: await seal(PURPOSE, JSON.stringify({ to, text }), sms_id) });
}

/** Opens a message from the queue. */
export async function openSms({ sms_id, sealed }: SendSms): Promise<z.output<typeof Sms>> {
  const opened = await unseal(PURPOSE, sealed, sms_id);
  if (opened === undefined) throw new Error(`The message ${sms_id} does not open.`);
  return Sms.parse(JSON.parse(opened));
}
