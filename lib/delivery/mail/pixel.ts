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
/** Tenant, mail and time of sending. */
const PixelToken = z.tuple([z.string(), z.string(), z.int()]);
/** A GIF of one transparent pixel. */
const IMAGE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// User agents that fetch pictures without a reader: link scanners, privacy proxies, crawlers and libraries. Apple's
// Mail Privacy Protection sends only `Mozilla/5.0`.
const MACHINES = [
  /^\s*$/,
  /^Mozilla\/\d\.\d$/i,
  /bot\b|crawl|spider|slurp|scan|preview|prefetch|monitor|headless|phantom/i,
  /googleimageproxy|yahoomailproxy|duckduckgo|outlook-?ios-?proxy|ggpht/i,
  /barracuda|mimecast|proofpoint|symantec|messagelabs|fireeye|trendmicro|sophos|cisco|ironport|forcepoint|zscaler|fortinet|avanan|vade/i,
  /curl|wget|python|java\/|okhttp|go-http|libwww|axios|node|ruby|php|apache-httpclient|winhttp/i,
];
/** Seconds after sending within which an open counts as a scanner's. */
const TOO_SOON = 2;

/** The URL of the pixel that counts opens of a mail. */
export async function pixelUrl(ctx: Context, tenantId: string, mailId: string): Promise<string> {
  const id = await sealToken(PURPOSE, [tenantId, mailId, ctx.now()]);
  return `${env("PUBLIC_URL")}/v1/notifications/track/email/${id}`;
}

/** Records that a mail was opened, and answers the same picture for every id. */
export async function trackOpen(ctx: Context, pixelId: string): Promise<RawReply> {
  const pixel = await openToken(PURPOSE, pixelId, PixelToken);
  if (pixel) {
    const [tenantId, mailId, sentAt] = pixel;
    const machine = isMachine(ctx.userAgent, ctx.now() - sentAt);
    // The picture is sent even if counting fails, so that valid and invalid ids get equal answers.
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

/** Whether a machine, and not a person, loads the pictures of a mail. */
export function isMachine(userAgent: string, secondsSinceSending: number): boolean {
  return secondsSinceSending < TOO_SOON || MACHINES.some((pattern) => pattern.test(userAgent));
}

/** Counts a mail's first open by a person and, separately, its first open by a machine. */
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
