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
/** Tenant, mail, the second in which it was sent, what the shop calls the newsletter, and where the link leads. */
const Address = z.string().refine((url) => URL.canParse(url));
const Link = z.tuple([z.string(), z.string(), z.int(), z.string(), Address]);

/** The mail that links are in. */
interface InMail {
  tenantId: string;
  mailId: string;
  campaign: string;
}

/** The address that tells of a link being followed, and then leads where the link does. */
async function clickUrl(ctx: Context, { tenantId, mailId, campaign }: InMail, url: string): Promise<string> {
  const token = await sealToken(PURPOSE, [tenantId, mailId, ctx.now(), campaign, url]);
  return `${env("PUBLIC_URL")}/v1/notifications/track/click/${token}`;
}

// An attribute's value may have > in it, and needs no quotes.
const LINK =
  /(<a\b(?:[^<>"']|"[^"]*"|'[^']*')*?\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s<>"'`=]+[^\s<>"']*))/gi;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/**
 * HTML whose http and https links tell of being followed.
 *
 * @param but addresses that stay, such as the one that unsubscribes
 */
export async function trackLinks(
  ctx: Context,
  mail: InMail,
  html: string,
  but: readonly string[],
): Promise<string> {
  const { textOfHtml } = await import("#core/mail/html-text.ts");
  const unescaped = (text: string) => text.replace(REFERENCE, textOfHtml);
  const found = [...html.matchAll(LINK)].map(([, , ...values]) => writtenIn(values));
  const wanted = [...new Set(found)].filter((href) => {
    const url = unescaped(href);
    return /^https?:\/\//i.test(url) && URL.canParse(url) && !but.includes(url);
  });
  const urls = new Map<string, string>();
  for (const href of wanted) urls.set(href, await clickUrl(ctx, mail, unescaped(href)));
  return html.replace(LINK, (whole: string, before: string, ...values: (string | undefined)[]) => {
    const url = urls.get(writtenIn(values.slice(0, 3)));
    return url ? `${before}"${url}"` : whole;
  });
}

/** The address, in whichever of the three ways it was written. */
function writtenIn(values: readonly (string | undefined)[]): string {
  return values.find((value) => value !== undefined) ?? "";
}

/** Counts that a link was followed, and leads where it does whatever becomes of the count. */
export async function trackClick(ctx: Context, token: string): Promise<RawReply> {
  const link = await openToken(PURPOSE, token, Link);
  if (!link) throw GENERAL.NOT_FOUND();
  const [tenantId, mailId, sentAt, campaign, url] = link;
  const edition = editionOfMail(mailId);
  // A preview is no edition's, and counts nowhere.
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

/** An address that says where its visitor comes from: what it says already stays. */
export function withCampaignParameters(address: string, campaign: string, ref: string | undefined): string {
  const url = new URL(address);
  const has = [...url.searchParams.keys()];
  const said = has.some((name) => name.startsWith("utm_"))
    ? []
    : [
        ["utm_source", "newsletter"] as const,
        ["utm_medium", "email"] as const,
        ["utm_campaign", campaign] as const,
      ];
  const more = [...said, ...(ref === undefined || has.includes("ref") ? [] : [["ref", ref] as const])];
  const added = more.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  // Put behind what there is, which stays as it was written.
  if (added) url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}
