import * as z from "zod";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import type { RawReply } from "#core/http/reply.ts";
import { logger } from "#core/log.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { editionRef } from "#lib/commerce/carts/source.ts";
import { countEdition, editionOfMail } from "./edition-counts.ts";
import { isMachine } from "./pixel.ts";
import { onceForMail } from "./receipts.ts";

const PURPOSE = "click";
const TargetUrl = z.string().refine((url) => URL.canParse(url));
/** Tenant, mail, time of sending, name of the campaign, and the URL to redirect to. */
const ClickToken = z.tuple([z.string(), z.string(), z.int(), z.string(), TargetUrl]);

/** The mail whose links are tracked. */
interface TrackedMail {
  tenantId: string;
  mailId: string;
  campaign: string;
}

/** A URL that counts a click and then redirects to the given URL. */
async function clickUrl(
  ctx: Context,
  { tenantId, mailId, campaign }: TrackedMail,
  url: string,
): Promise<string> {
  const token = await sealToken(PURPOSE, [tenantId, mailId, ctx.now(), campaign, url]);
  return `${env("PUBLIC_URL")}/v1/notifications/track/click/${token}`;
}

// A link with its URL. The value of an attribute may contain `>` in quotes, or have no quotes.
const LINK_TAG =
  /(<a\b(?:[^<>"']|"[^"]*"|'[^']*')*?\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s<>"'`=]+[^\s<>"']*))/gi;
const HTML_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/**
 * Replaces the http and https links of HTML with links that count clicks.
 *
 * @param but URLs that stay unchanged, such as the unsubscribe link
 */
export async function trackLinks(
  ctx: Context,
  mail: TrackedMail,
  html: string,
  but: readonly string[],
): Promise<string> {
  const { htmlToText } = await import("#core/mail/html-text.ts");
  const unescaped = (text: string) => text.replace(HTML_REFERENCE, htmlToText);
  const found = [...html.matchAll(LINK_TAG)].map(([, , ...values]) => hrefIn(values));
  const hrefs = [...new Set(found)].filter((href) => {
    const url = unescaped(href);
    return /^https?:\/\//i.test(url) && URL.canParse(url) && !but.includes(url);
  });
  const urls = new Map<string, string>();
  for (const href of hrefs) urls.set(href, await clickUrl(ctx, mail, unescaped(href)));
  return html.replace(LINK_TAG, (whole: string, before: string, ...values: (string | undefined)[]) => {
    const url = urls.get(hrefIn(values.slice(0, 3)));
    return url ? `${before}"${url}"` : whole;
  });
}

/** The URL of a link, whether it had double, single or no quotes. */
function hrefIn(values: readonly (string | undefined)[]): string {
  return values.find((value) => value !== undefined) ?? "";
}

/** Counts a click and redirects to the target, even if counting fails. */
export async function trackClick(ctx: Context, token: string): Promise<RawReply> {
  const link = await openToken(PURPOSE, token, ClickToken);
  if (!link) throw GENERAL.NOT_FOUND();
  const [tenantId, mailId, sentAt, campaign, url] = link;
  const edition = editionOfMail(mailId);
  // The mail of a preview belongs to no edition, so its clicks are not counted.
  if (edition && !isMachine(ctx.userAgent, ctx.now() - sentAt)) {
    const counted = countEdition(tenantId, edition, ctx.now(), { clicked: 1 });
    await withRetries(() => onceForMail(ctx, mailId, "Click", [counted])).catch((error: Error) =>
      logger.error("click not counted", { error }),
    );
  }
  const headers = {
    location: withCampaignParameters(url, campaign, edition && editionRef(edition, ctx.now())),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
  return { status: 302, headers };
}

/** Adds campaign parameters to a URL, except those that it already has. */
export function withCampaignParameters(address: string, campaign: string, ref: string | undefined): string {
  const url = new URL(address);
  const existing = [...url.searchParams.keys()];
  const utm = existing.some((name) => name.startsWith("utm_"))
    ? []
    : [
        ["utm_source", "newsletter"] as const,
        ["utm_medium", "email"] as const,
        ["utm_campaign", campaign] as const,
      ];
  const more = [...utm, ...(ref === undefined || existing.includes("ref") ? [] : [["ref", ref] as const])];
  const added = more.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  // Appended as text, so that the existing query stays as it was written.
  if (added) url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}
