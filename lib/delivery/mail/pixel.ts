import * as z from "zod";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { env } from "#core/env.ts";
import type { RawReply } from "#core/http/reply.ts";
import { logger } from "#core/log.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { countMail } from "./counts.ts";
import { onceForMail } from "./receipts.ts";

const PURPOSE = "pixel";
/** Tenant, mail, and the second in which it was sent. */
const SentMail = z.tuple([z.string(), z.string(), z.int()]);
/** One transparent point. */
const IMAGE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// What fetches pictures that nobody looks at yet: link scanners, privacy proxies that load all mail ahead, crawlers,
// libraries. Apple's Mail Privacy Protection names itself `Mozilla/5.0` and no more.
const MACHINES = [
  /^\s*$/,
  /^Mozilla\/\d\.\d$/i,
  /bot\b|crawl|spider|slurp|scan|preview|prefetch|monitor|headless|phantom/i,
  /googleimageproxy|yahoomailproxy|duckduckgo|outlook-?ios-?proxy|ggpht/i,
  /barracuda|mimecast|proofpoint|symantec|messagelabs|fireeye|trendmicro|sophos|cisco|ironport|forcepoint|zscaler|fortinet|avanan|vade/i,
  /curl|wget|python|java\/|okhttp|go-http|libwww|axios|node|ruby|php|apache-httpclient|winhttp/i,
];
/** Seconds after the sending within which nobody reads, but scanners do. */
const TOO_SOON = 2;

/** The address of the picture that tells of a mail being opened. */
export async function pixelUrl(ctx: Context, tenantId: string, mailId: string): Promise<string> {
  const id = await sealToken(PURPOSE, [tenantId, mailId, ctx.now()]);
  return `${env("PUBLIC_URL")}/v1/notifications/track/email/${id}`;
}

/** Notes that a mail was opened, and answers the same picture whatever the id is worth. */
export async function trackOpen(ctx: Context, pixelId: string): Promise<RawReply> {
  const named = await openToken(PURPOSE, pixelId, SentMail);
  if (named) {
    const [tenantId, mailId, sentAt] = named;
    const machine = isMachine(ctx.userAgent, ctx.now() - sentAt);
    // The picture comes whatever becomes of the count: nobody is to tell ids from each other by it.
    await withRetries(() => recordOpen(ctx, tenantId, mailId, machine)).catch((error: Error) =>
      logger.error("open not counted", { error }),
    );
  }
  return {
    headers: {
      "content-type": "image/gif",
      "content-length": String(IMAGE.length),
      "cache-control": "no-store, no-cache, must-revalidate, private, max-age=0",
    },
    body: IMAGE,
  };
}

/** Whether it is a machine that loads a mail's pictures. */
export function isMachine(userAgent: string, secondsSinceSending: number): boolean {
  return secondsSinceSending < TOO_SOON || MACHINES.some((pattern) => pattern.test(userAgent));
}

/** Counts the first time that a person opened a mail, and apart from it the first time that a machine did. */
export async function recordOpen(
  ctx: Context,
  tenantId: string,
  mailId: string,
  machine: boolean,
): Promise<void> {
  const kind = machine ? "MachineOpen" : "Open";
  const counted = countMail(tenantId, mailId, machine ? "machineOpened" : "opened", ctx.now());
  await onceForMail(ctx, mailId, kind, counted);
}
