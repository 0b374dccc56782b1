import type { Context } from "#core/context.ts";
import type { RawReply } from "#core/http/reply.ts";
import { unsubscribe } from "./membership.ts";
import { showLinkPage } from "./pages.ts";

/**
 * Opens an unsubscribe link. A browser or mail scanner gets a web page with a button, because scanners open every link.
 * A program that accepts only JSON is unsubscribed at once.
 */
export async function showUnsubscribe(
  ctx: Context,
  businessId: string,
  token: string,
  accept = "",
): Promise<RawReply> {
  const isProgram = /application\/json/i.test(accept) && !/text\/html/i.test(accept);
  if (!isProgram) return showLinkPage(ctx, "unsubscribe", businessId, token);
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { headers, body: JSON.stringify(await unsubscribe(ctx, businessId, token)) };
}
