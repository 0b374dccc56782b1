import { listAt, needText, numberAt, secondsOf, textAt } from "#lib/engagement/social/call-network.ts";
import type { Caller, RemoteComment } from "#lib/engagement/social/port.ts";
import { API, callXApi } from "./x-call.ts";

export const FIELDS = { "tweet.fields": "author_id,created_at,entities,referenced_tweets,public_metrics" };

/** One page of the replies to a post, newest first. X finds only replies of the last seven days. */
export async function conversationPage(
  caller: Caller,
  postId: string,
  cursor: string | null,
  max_results: number,
  limit: number,
) {
  const query = {
    query: `conversation_id:${postId}`,
    ...FIELDS,
    expansions: "author_id",
    "user.fields": "name,username",
    max_results,
    next_token: cursor ?? undefined,
  };
  const { json } = await callXApi({ url: `${API}/tweets/search/recent`, token: caller.token, query });
  const authors = new Map(listAt(json, "includes", "users").map((user) => [textAt(user, "id"), user]));
  const own = caller.destination.external_account_id;
  const comments = listAt(json, "data")
    .slice(0, limit)
    .map((tweet): RemoteComment => {
      const author = textAt(tweet, "author_id");
      const parent = repliedToId(tweet);
      return {
        id: needText(tweet, "id"),
        parentId: parent === postId ? null : parent,
        authorName: textAt(authors.get(author), "name") ?? "",
        authorHandle: textAt(authors.get(author), "username") ?? null,
        authorIsChannel: author === own,
        text: visibleText(tweet),
        createdAt: secondsOf(textAt(tweet, "created_at")),
        hidden: false,
        replyCount: numberAt(tweet, "public_metrics", "reply_count") ?? 0,
      };
    });
  return { comments, cursor: textAt(json, "meta", "next_token") ?? null };
}

export function repliedToId(tweet: unknown): string | null {
  const found = listAt(tweet, "referenced_tweets").find((each) => textAt(each, "type") === "replied_to");
  return textAt(found, "id") ?? null;
}

// The text that readers see: X escapes three characters, shortens links and appends a link for media.
export function visibleText(tweet: unknown): string {
  let text = textAt(tweet, "text") ?? "";
  for (const link of listAt(tweet, "entities", "urls")) {
    const whole = textAt(link, "media_key") === undefined ? (textAt(link, "expanded_url") ?? "") : "";
    text = text.replaceAll(textAt(link, "url") ?? "\u0000", whole);
  }
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
