import { callNetwork, listAt, needText, textAt, valueAt } from "#lib/engagement/social/call-network.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import {
  type Caller,
  type LookUpResult,
  type Network,
  NetworkError,
  type PostJob,
  type StepOutcome,
  type StepRequest,
} from "#lib/engagement/social/port.ts";
import type { Post } from "#lib/engagement/social/post.ts";
import {
  callGraphApi,
  createNextItem,
  fetchMetaPages,
  GRAPH_VERSION,
  itemIdsIn,
  metaAuthorizationUrl,
  metaError,
  metaInsights,
  revokePermissions,
} from "./meta.ts";
import { type CommentFormat, findReply, listComments, sendReply } from "./meta-comments.ts";

const SCOPES = LIMITS.facebook_page.required_scopes;
const METRICS = [
  "post_media_view",
  "post_total_media_view_unique",
  "post_clicks",
  "post_reactions_by_type_total",
];
const COMMENT_FORMAT: CommentFormat = {
  fields: "id,message,from,created_time,comment_count,is_hidden,parent{id}",
  most: 100,
  ownOf: ({ external_account_id }) => ({ id: external_account_id }),
};

/**
 * Facebook pages (https://developers.facebook.com/docs/pages-api): a post is created unpublished, then published by its
 * id.
 */
export const facebookPage: Network = {
  type: "facebook_page",
  notPosted: ["190", "4", "17", "32", "341", "613", "10", "200", "100", "368", "506"],
  authorizationUrl: (app, request) => metaAuthorizationUrl(app, request, SCOPES),

  async exchange(app, grant, now) {
    const pages = await fetchMetaPages(app, grant, now, SCOPES);
    return pages.map(({ page, tokens }) => ({
      tokens,
      destination: {
        external_account_id: needText(page, "id"),
        external_account_name: textAt(page, "name") ?? "",
        handle: textAt(page, "username") ?? null,
        avatar_url: textAt(page, "picture", "data", "url") ?? null,
      },
    }));
  },

  revoke: (_app, tokens) => revokePermissions(tokens),

  plan(job) {
    if (job.kind === "reply") return [{ type: "reply", irreversible: true }];
    if (job.post.placement === "reel") {
      return [{ type: "session" }, { type: "upload" }, { type: "publish", irreversible: true }];
    }
    const photos = job.post.media.length > 0 ? [{ type: "photos" }] : [];
    return [...photos, { type: "draft" }, { type: "publish", irreversible: true }];
  },

  perform(caller, job, step) {
    if (job.kind === "reply") return sendReply(caller, `${job.commentId}/comments`, job.text);
    return job.post.placement === "reel" ? reelStep(caller, job, step) : postStep(caller, job, step);
  },

  lookUp(caller, job, step, isTaken) {
    if (job.kind === "reply") {
      const edge = `${job.commentId}/comments`;
      const asked = { edge, parentId: job.commentId, text: job.text, order: "reverse_chronological" };
      return findReply(COMMENT_FORMAT, caller, asked, step, isTaken);
    }
    return job.post.placement === "reel" ? findReel(caller, job) : findPost(caller, job);
  },

  listsAllComments: true,
  listComments: (caller, postId, cursor, limit) =>
    listComments(COMMENT_FORMAT, caller, { edge: `${postId}/comments`, filter: "toplevel", cursor, limit }),

  listReplies: (caller, _postId, commentId, cursor) =>
    listComments(COMMENT_FORMAT, caller, { edge: `${commentId}/comments`, parentId: commentId, cursor }),

  async hide({ token }, commentId, hidden) {
    await callGraphApi({ method: "POST", url: commentId, token, form: { is_hidden: hidden } });
  },

  readMetrics: ({ token }, postId) => metaInsights(token, postId, METRICS),
};

async function postStep(
  { token, destination }: Caller,
  { post, handles }: PostJob,
  { type, handle }: StepRequest,
): Promise<StepOutcome> {
  const page = destination.external_account_id;
  if (type === "photos") {
    const edge = `${page}/photos`;
    return createNextItem({ token, edge }, post.media, handle, ({ url }) => ({ url, published: false }));
  }
  if (type === "draft") {
    const { json } = await callGraphApi({
      method: "POST",
      url: `${page}/feed`,
      token,
      form: draftForm(post, handles),
    });
    return { end: "done", handle: needText(json, "id") };
  }
  const id = handles.get("draft") ?? "";
  const { json } = await callGraphApi({ method: "POST", url: id, token, form: { is_published: true } });
  if (valueAt(json, "success") !== true)
    throw new NetworkError("unanswered", "bad_answer", "Facebook did not say whether it was published.");
  return { end: "done", posted: { id, url: `https://www.facebook.com/${id}` } };
}

function draftForm(post: Post, handles: ReadonlyMap<string, string>) {
  const ids = itemIdsIn(handles.get("photos"));
  return {
    message: post.text || undefined,
    link: post.link ?? undefined,
    published: false,
    attached_media: ids.length > 0 ? JSON.stringify(ids.map((media_fbid) => ({ media_fbid }))) : undefined,
  };
}

async function findPost({ token, destination }: Caller, { handles }: PostJob): Promise<LookUpResult> {
  const id = handles.get("draft") ?? "";
  const query = { fields: "id,permalink_url", limit: 100 };
  const { json } = await callGraphApi({
    url: `${destination.external_account_id}/published_posts`,
    token,
    query,
  });
  const found = listAt(json, "data").find((each) => textAt(each, "id") === id);
  return found ? { id, url: textAt(found, "permalink_url") ?? null } : "absent";
}

async function reelStep(
  { token, destination }: Caller,
  { post, handles }: PostJob,
  { type }: StepRequest,
): Promise<StepOutcome> {
  const url = `${destination.external_account_id}/video_reels`;
  if (type === "session") {
    const { json } = await callGraphApi({ method: "POST", url, token, form: { upload_phase: "start" } });
    return { end: "done", handle: needText(json, "video_id") };
  }
  const video = handles.get("session") ?? "";
  if (type === "upload") {
    // Meta fetches the file from its public URL.
    const answer = await callNetwork({
      method: "POST",
      url: `https://rupload.facebook.com/video-upload/${GRAPH_VERSION}/${video}`,
      headers: { authorization: `OAuth ${token}`, file_url: post.media[0]?.url ?? "" },
    });
    if (answer.status >= 400 || valueAt(answer.json, "success") !== true) throw metaError(answer);
    return { end: "done", handle: video };
  }
  const form = {
    upload_phase: "finish",
    video_id: video,
    video_state: "PUBLISHED",
    description: post.text || undefined,
  };
  await callGraphApi({ method: "POST", url, token, form });
  return { end: "sent", status: "publishing" };
}

async function findReel({ token }: Caller, { handles }: PostJob): Promise<LookUpResult> {
  const video = handles.get("session") ?? "";
  const { json } = await callGraphApi({ url: video, token, query: { fields: "status,permalink_url" } });
  const phase = textAt(json, "status", "publishing_phase", "status");
  if (phase === "complete") {
    const path = textAt(json, "permalink_url");
    return { id: video, url: path === undefined ? null : new URL(path, "https://www.facebook.com").href };
  }
  if (textAt(json, "status", "video_status") === "error") {
    return {
      refused: "video_error",
      message:
        textAt(json, "status", "processing_phase", "errors", 0, "message") ??
        "The video could not be processed.",
    };
  }
  return phase === "in_progress" ? "pending" : "absent";
}
