import * as z from "zod";
import { message } from "#core/queue/message.ts";
import { WakeUp } from "#core/queue/wake-up.ts";

/** Records of one kind of a tenant have changed: what they are is read, and nothing is told of it. */
export const CountSums = message("countSums", WakeUp);

/** Something is to be done to the sums of a tenant: a build goes on, an old generation goes. */
export const TendSums = message("tendSums", z.object({ tenant_id: z.string(), tally: z.string() }));
