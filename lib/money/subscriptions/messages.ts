import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

/** Says that something has come about at the billing provider. It only says where to look. */
export const SettleBilling = message("settleBilling", z.object({ tenant_id: z.string(), ref: z.string() }));
export type SettleBilling = Body<typeof SettleBilling>;
