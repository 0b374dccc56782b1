import {
  listAt,
  needText,
  numberAt,
  secondsOf,
  textAt,
  valueAt,
} from "#lib/engagement/social/call-network.ts";
import type {
  Caller,
  LookUpResult,
  RemoteComment,
  RemotePage,
  ReplyJob,
  StepOutcome,
  StepRequest,
} from "#lib/engagement/social/port.ts";
import { API, callYouTube } from "./youtube-call.ts";

const MAX_SKEW = 60;
export async function listComments(
  { token, destination }: Caller,
  postId: string,
  cursor: string | null,
  limit: number,
): Promise<RemotePage> {
  const query = {
    part: "snippet",
    videoId: postId,
    textFormat: "plainText",
    maxResults: Math.min(100, limit),
    pageToken: cursor ?? undefined,
  };
  const { json } = await callYouTube({ url: `${API}/commentThreads`, token, query });
  const comments = listAt(json, "items").map((thread) => ({
    ...commentIn(valueAt(thread, "snippet", "topLevelComment"), destination.external_account_id),
    replyCount: numberAt(thread, "snippet", "totalReplyCount") ?? 0,
  }));
  return { comments, cursor: textAt(json, "nextPageToken") ?? null };
}

export async function listReplies(
  { token, destination }: Caller,
  _postId: string,
  commentId: string,
  cursor: string | null,
): Promise<RemotePage> {
  const query = {
    part: "snippet",
    parentId: commentId,
    textFormat: "plainText",
    maxResults: 100,
    pageToken: cursor ?? undefined,
  };
  const { json } = await callYouTube({ url: `${API}/comments`, token, query });
  const comments = listAt(json, "items").map((each) => commentIn(each, destination.external_account_id));
  return { comments, cursor: textAt(json, "nextPageToken") ?? null };
}

export async function hideComment({ token }: Caller, commentId: string, hidden: boolean): Promise<void> {
  const query = { id: commentId, moderationStatus: hidden ? "rejected" : "published" };
  await callYouTube({ method: "POST", url: `${API}/comments/setModerationStatus`, token, query });
}

export async function sendReply({ token }: Caller, { rootId, postId, text }: ReplyJob): Promise<StepOutcome> {
  const json = { snippet: { parentId: rootId, textOriginal: text } };
  const made = await callYouTube({
    method: "POST",
    url: `${API}/comments`,
    query: { part: "snippet" },
    token,
    json,
  });
  const id = needText(made.json, "id");
  return { end: "done", posted: { id, url: commentUrl(postId, id) } };
}

export async function findReply(
  caller: Caller,
  { rootId, postId, text }: ReplyJob,
  { intentAt }: StepRequest,
  isTaken: (id: string) => Promise<boolean>,
): Promise<LookUpResult> {
  const { token, destination } = caller;
  const query = { part: "snippet", parentId: rootId, textFormat: "plainText", maxResults: 100 };
  const { json } = await callYouTube({ url: `${API}/comments`, token, query });
  for (const each of listAt(json, "items").map((item) => commentIn(item, destination.external_account_id))) {
    const fits = each.authorIsChannel && each.text === text && each.createdAt >= intentAt - MAX_SKEW;
    if (fits && !(await isTaken(each.id))) return { id: each.id, url: commentUrl(postId, each.id) };
  }
  return "absent";
}

function commentUrl(postId: string, commentId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(postId)}&lc=${encodeURIComponent(commentId)}`;
}

function commentIn(json: unknown, channelId: string): RemoteComment {
  return {
    id: needText(json, "id"),
    parentId: textAt(json, "snippet", "parentId") ?? null,
    authorName: textAt(json, "snippet", "authorDisplayName") ?? "",
    authorHandle: textAt(json, "snippet", "authorDisplayName") ?? null,
    authorIsChannel: textAt(json, "snippet", "authorChannelId", "value") === channelId,
    text: textAt(json, "snippet", "textOriginal") ?? textAt(json, "snippet", "textDisplay") ?? "",
    createdAt: secondsOf(textAt(json, "snippet", "publishedAt")),
    hidden: textAt(json, "snippet", "moderationStatus") === "rejected",
    replyCount: 0,
  };
}
