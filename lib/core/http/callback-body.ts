import type * as z from "zod";
import { GENERAL } from "#core/errors.ts";

/**
 * What a provider's callback says, once it is known who sent it: a signature says who wrote a text, and nothing of what is
 * in it.
 *
 * @throws GENERAL.BAD_REQUEST for what is no JSON, and for JSON of another shape
 */
export function callbackBody<S extends z.ZodType>(bytes: Buffer, schema: S): z.output<S> {
  return callbackPart(jsonIn(bytes), schema);
}

/** A part of a callback whose shape depends on another part. */
export function callbackPart<S extends z.ZodType>(part: unknown, schema: S): z.output<S> {
  const said = schema.safeParse(part);
  if (!said.success) throw GENERAL.BAD_REQUEST({ message: "The body is not a callback of this provider." });
  return said.data;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
