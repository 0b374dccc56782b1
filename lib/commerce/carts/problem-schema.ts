import * as z from "zod";

/** What of a cart cannot be ordered as it was typed; its checkout refuses it with the same code. */
export const CartProblem = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type CartProblem = z.output<typeof CartProblem>;
