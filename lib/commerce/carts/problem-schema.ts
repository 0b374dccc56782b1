import * as z from "zod";

/** An input with which a cart cannot be ordered; a checkout refuses the cart with this code. */
export const CartProblem = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type CartProblem = z.output<typeof CartProblem>;
