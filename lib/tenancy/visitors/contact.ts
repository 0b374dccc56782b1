import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { Contact, type IdentifyContact } from "./schema.ts";

/** A new contact. Its address is not proven yet. */
export function newContact(
  ctx: Context,
  store_id: string,
  sent: Omit<z.output<typeof IdentifyContact>, "market" | "verify">,
): Contact {
  const now = ctx.now();
  return newRecord(Contact, { email: null }, sent, {
    id: newId("con", ctx.clock()),
    store_id,
    verified: false,
    status: "active",
    created_at: now,
    updated_at: now,
  });
}
