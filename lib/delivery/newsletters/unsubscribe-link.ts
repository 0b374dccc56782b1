import type { Context } from "#core/context.ts";
import type { RawReply } from "#core/http/reply.ts";
import { unsubscribe } from "./membership.ts";
import { showLinkPage } from "./pages.ts";

/**
 * What the link of a mail gives: the page with its button, which changes nothing; to a program that accepts JSON and no
 * HTML, the end of the subscription. Browsers and the scanners of mails accept HTML or anything.
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
