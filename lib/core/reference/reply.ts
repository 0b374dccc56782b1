import { createHash } from "node:crypto";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { html } from "#core/html.ts";
import type { RawReply } from "#core/http/reply.ts";
import { isLoopbackHost } from "#core/loopback.ts";
import { ownProperty } from "#core/own-property.ts";
import { PAGE_SCRIPT } from "./script.ts";

/** Name of the first page of the reference. */
export const FIRST_PAGE = "start";

/** The script of the local stack that sends samples. No deployed API has it. */
const LOCAL_SCRIPT = html`<script type="module" src="/_local/try-it/form.js"></script></body>`.toString();

const OWN_SCRIPT = `'sha256-${createHash("sha256").update(PAGE_SCRIPT).digest("base64")}'`;

function pagePolicy(isLocal: boolean): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    `script-src ${OWN_SCRIPT}${isLocal ? " 'self'" : ""}`,
    // The search reads its index.
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * A page of the reference, or the index of its search, with the URL of this API.
 *
 * @throws GENERAL.NOT_FOUND where there is none of that name
 */
export function referenceReply(site: Readonly<Record<string, string>>, name: string): RawReply {
  const page = ownProperty(site, name);
  if (page === undefined) throw GENERAL.NOT_FOUND();
  const url = env("PUBLIC_URL");
  const isLocal = isLoopbackHost(new URL(url).hostname);
  const filled = page.replaceAll("{api}", url);
  return {
    headers: {
      "content-type": name.endsWith(".json") ? "application/json" : "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "content-security-policy": pagePolicy(isLocal),
    },
    body: isLocal ? filled.replace("</body>", LOCAL_SCRIPT) : filled,
  };
}
