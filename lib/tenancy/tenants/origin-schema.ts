import * as z from "zod";
import { isLoopbackHost } from "#core/loopback.ts";

/** Sites of a tenant to which people may be redirected. */
export const Origins = z
  .array(
    z
      .string()
      .max(500)
      .refine((text) => originIn(text) !== undefined, "must be an https origin (http for localhost alone)")
      .overwrite((text) => originIn(text) ?? text),
  )
  .max(50);

/** The origin of a URL: `https://shop.example`, without its path. */
function originIn(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && isSafe(url) ? url.origin : undefined;
}

/** Whether a redirect URL is safe: https, or http to localhost, without credentials. */
export function isSafe({ protocol, hostname, username, password }: URL): boolean {
  const isPlain = username === "" && password === "";
  return isPlain && (protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname)));
}
