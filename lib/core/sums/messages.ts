import * as z from "zod";
import { message } from "#core/queue/message.ts";
import { WakeUp } from "#core/queue/wake-up.ts";

/** Says that records of one kind of a tenant have changed; the worker reads them itself. */
export const CountSums = message("countSums", WakeUp);

/** Says that a tenant's sums need work: a build continues, or an old generation is deleted. */
export const TendSums = message("tendSums", z.object({ tenant_id: z.string(), tally: z.string() }));
