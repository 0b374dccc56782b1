import type * as z from "zod";

/** The message of a worker: the worker's id, and the schema of the body. */
export interface Message<W extends string = string, S extends z.ZodType = z.ZodType> {
  readonly worker: W;
  readonly schema: S;
}

export type BodyOf<M extends Message> = z.output<M["schema"]>;

/**
 * Declares the message of a worker's queue. Senders and the worker's trigger use this one value, so that neither the
 * queue nor the body can be misspelled.
 *
 * @param worker id of the worker; its queue has the same name in kebab case
 */
export function message<const W extends string, S extends z.ZodType>(worker: W, schema: S): Message<W, S> {
  return { worker, schema };
}
