import { env } from "#core/env.ts";
import type { RawReply } from "#core/http/reply.ts";
import { SCRIPT } from "./script.ts";

/** Seconds for which browsers and the CDN cache the widget. */
const CACHE_SECONDS = 3600;

/** The widget's script, which calls the API that served it. */
export function getWidget(): RawReply {
  return {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": `public, max-age=${CACHE_SECONDS}`,
      "cross-origin-resource-policy": "cross-origin",
    },
    body: SCRIPT.replace("__API__", () => env("PUBLIC_URL")),
  };
}
