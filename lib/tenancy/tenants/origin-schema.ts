import * as z from "zod";
import { isLoopbackHost } from "#core/loopback.ts";

/** The sites of a tenant to which people may be sent back. */
export const Origins = z
  .array(
    z
      .string()
      .max(500)
      .refine((text) => originIn(text) !== undefined, "must be an https origin (http for localhost alone)")
      .overwrite((text) => originIn(text) ?? text),
  )
  .max(50);

/** An origin as it is stored: `https://shop.example`, whatever path came with it. */
function originIn(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && isSafe(url) ? url.origin : undefined;
}

/** Whether people may be sent to an address at all: https, or http to this machine; no name and password in it. */
export function isSafe({ protocol, hostname, username, password }: URL): boolean {
  const isPlain = username === "" && password === "";
  return isPlain && (protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname)));
}
