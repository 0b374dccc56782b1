import type * as z from "zod";
import { GENERAL } from "#core/errors.ts";

/**
 * Parses the body of a provider's callback after its signature was checked: a signature proves who wrote a text, but
 * says nothing about the content.
 *
 * @throws GENERAL.BAD_REQUEST for invalid JSON, and for JSON of another shape
 */
export function callbackBody<S extends z.ZodType>(bytes: Buffer, schema: S): z.output<S> {
  return callbackPart(jsonIn(bytes), schema);
}

/** Parses a part of a callback whose shape depends on another part. */
export function callbackPart<S extends z.ZodType>(part: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(part);
  if (!parsed.success) throw GENERAL.BAD_REQUEST({ message: "The body is not a callback of this provider." });
  return parsed.data;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
