import * as z from "zod";

/** An input of a cart that cannot be ordered; the checkout refuses it with this code. */
export const CartProblem = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type CartProblem = z.output<typeof CartProblem>;
