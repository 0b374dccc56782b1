import { clockAt } from "#core/context.ts";
import { SendNewsletter } from "#lib/delivery/newsletters/messages.ts";
import { sendNewsletter } from "#lib/delivery/newsletters/sender.ts";
import { sends } from "#lib/delivery/newsletters/table.ts";

// One newsletter sender in its own process, so that it can be killed.
const [message = "", seconds = ""] = process.argv.slice(2);
const sendingPart = SendNewsletter.schema.parse(JSON.parse(message));
const clock = clockAt(Number(seconds));
const ctx = {
  requestId: "proof",
  operation: "proof",
  family: "store" as const,
  actor: { kind: "system" as const, id: "proof" },
  now: () => Math.floor(clock()),
  clock,
  ip: "",
  userAgent: "",
  may: async () => true,
  guards: undefined,
};

// Without its parent, nobody would end this process.
process.on("disconnect", () => process.exit(1));
process.send?.("begun");
for (;;) {
  await sendNewsletter(ctx, sendingPart);
  const send = await sends.find({ businessId: sendingPart.business_id, entryId: sendingPart.entry_id });
  if (send?.status !== "sending") break;
}
process.exit(0);
