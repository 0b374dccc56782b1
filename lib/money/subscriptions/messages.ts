import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

/** Something changed at the billing provider. The message only names the subscription. */
export const SettleBilling = message("settleBilling", z.object({ tenant_id: z.string(), ref: z.string() }));
export type SettleBilling = BodyOf<typeof SettleBilling>;
