import type * as z from "zod";

/** What one worker is sent: the worker by its id, and the shape of the body. */
export interface Message<W extends string = string, S extends z.ZodType = z.ZodType> {
  readonly worker: W;
  readonly schema: S;
}

/** The body of a message as its worker gets it. */
export type Body<M extends Message> = z.output<M["schema"]>;

/**
 * Declares what a worker's queue takes. Who sends it and the worker's trigger name this one value, so that neither the
 * queue nor the body can be misspelled.
 *
 * @param worker id of the worker; its queue has the same name in kebab case
 */
export function message<const W extends string, S extends z.ZodType>(worker: W, schema: S): Message<W, S> {
  return { worker, schema };
}
