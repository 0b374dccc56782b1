import { HOUR } from "#core/seconds.ts";
import { listAt, needText, numberAt, secondsOf, textAt } from "#lib/engagement/social/call-network.ts";
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
import type { Post, PostMedia } from "#lib/engagement/social/post.ts";
import { retryTimes } from "#lib/engagement/social/times.ts";
import {
  callGraphApi,
  createNextItem,
  fetchMetaPages,
  itemIdsIn,
  metaAuthorizationUrl,
  metaInsights,
  revokePermissions,
} from "./meta.ts";
import { type CommentFormat, findReply, listComments, MAX_SKEW, sendReply } from "./meta-comments.ts";

const SCOPES = LIMITS.instagram_business.required_scopes;
const METRICS = ["views", "reach", "likes", "comments", "shares", "saved", "total_interactions"];
const COMMENT_FORMAT: CommentFormat = {
  fields: "id,text,username,timestamp,hidden,from,parent_id,replies{id}",
  most: 50,
  ownOf: ({ external_account_id, handle }) => ({ id: external_account_id, name: handle }),
};

/** Instagram (https://developers.facebook.com/docs/instagram-platform/content-publishing): containers, then a post. */
export const instagramBusiness: Network = {
  type: "instagram_business",
  // Code 4 with subcode 2207051 is not in this list, because Instagram also sends it after successful posts.
  notPosted: ["190", "4", "17", "32", "613", "10", "200", "9007/2207027", "9/2207042"],
  authorizationUrl: (app, request) => metaAuthorizationUrl(app, request, SCOPES),

  async exchange(app, grant, now) {
    const pages = await fetchMetaPages(app, grant, now, SCOPES);
    return pages.flatMap(({ page, tokens }) => {
      const id = textAt(page, "instagram_business_account", "id");
      const handle = textAt(page, "instagram_business_account", "username") ?? null;
      if (id === undefined) return [];
      const name = textAt(page, "instagram_business_account", "name") ?? handle ?? textAt(page, "name") ?? "";
      const avatar_url = textAt(page, "instagram_business_account", "profile_picture_url") ?? null;
      return [
        { tokens, destination: { external_account_id: id, external_account_name: name, handle, avatar_url } },
      ];
    });
  },

  revoke: (_app, tokens) => revokePermissions(tokens),

  plan(job) {
    if (job.kind === "reply") return [{ type: "reply", irreversible: true }];
    const items = job.post.media.length > 1 ? [{ type: "items" }] : [];
    return [
      { type: "quota" },
      ...items,
      { type: "container" },
      { type: "ready" },
      { type: "publish", irreversible: true },
    ];
  },

  async perform(caller, job, step) {
    // Only top-level comments accept replies, so a reply to a reply goes to the top-level comment.
    if (job.kind === "reply") return sendReply(caller, `${job.rootId}/replies`, job.text);
    const { token, destination } = caller;
    const id = destination.external_account_id;
    if (step.type === "quota") return checkQuota(caller);
    if (step.type === "items") {
      const formOf = (next: PostMedia) => ({ image_url: jpegUrlOf(next), is_carousel_item: true });
      return createNextItem({ token, edge: `${id}/media` }, job.post.media, step.handle, formOf);
    }
    if (step.type === "container") {
      const form = containerForm(job.post, job.handles);
      const { json } = await callGraphApi({ method: "POST", url: `${id}/media`, token, form });
      return { end: "done", handle: needText(json, "id") };
    }
    const container = job.handles.get("container") ?? "";
    if (step.type === "ready") return checkContainer(caller, container);
    const { json } = await callGraphApi({
      method: "POST",
      url: `${id}/media_publish`,
      token,
      form: { creation_id: container },
    });
    return { end: "done", posted: await withPostUrl(caller, needText(json, "id")) };
  },

  lookUp(caller, job, step, isTaken) {
    if (job.kind === "publication") return findPost(caller, job, step, isTaken);
    const asked = { edge: `${job.rootId}/replies`, parentId: job.rootId, text: job.text };
    return findReply(COMMENT_FORMAT, caller, asked, step, isTaken);
  },

  listsAllComments: true,
  listComments: (caller, postId, cursor, limit) =>
    listComments(COMMENT_FORMAT, caller, { edge: `${postId}/comments`, cursor, limit }),

  listReplies: (caller, _postId, commentId, cursor) =>
    listComments(COMMENT_FORMAT, caller, { edge: `${commentId}/replies`, parentId: commentId, cursor }),

  async hide({ token }, commentId, hidden) {
    await callGraphApi({ method: "POST", url: commentId, token, form: { hide: hidden } });
  },

  readMetrics: ({ token }, postId) => metaInsights(token, postId, METRICS),
};

async function checkQuota({ token, destination }: Caller): Promise<StepOutcome> {
  const url = `${destination.external_account_id}/content_publishing_limit`;
  const { json } = await callGraphApi({ url, token, query: { fields: "config,quota_usage" } });
  const used = numberAt(json, "data", 0, "quota_usage") ?? 0;
  const most = numberAt(json, "data", 0, "config", "quota_total") ?? 50;
  if (used >= most)
    throw new NetworkError("limited", "publishing_limit", `${used} of ${most} posts of the day are used.`, {
      for: HOUR,
    });
  return { end: "done", handle: `${used}/${most}` };
}

function containerForm({ placement, media, text, shareToFeed }: Post, handles: ReadonlyMap<string, string>) {
  const caption = text || undefined;
  const [first] = media;
  const children = itemIdsIn(handles.get("items"));
  if (children.length > 0) return { media_type: "CAROUSEL", children: children.join(","), caption };
  const file = first?.kind === "video" ? { video_url: first.url } : { image_url: first && jpegUrlOf(first) };
  if (placement === "reel") return { ...file, media_type: "REELS", caption, share_to_feed: shareToFeed };
  if (placement === "story") return { ...file, media_type: "STORIES" };
  return { ...file, caption };
}

// The URL of a picture as JPEG, the only format that Instagram accepts; the CDN converts it.
function jpegUrlOf({ url, mimeType }: PostMedia): string {
  return mimeType === "image/jpeg" ? url : `${url}?format=jpg`;
}

async function checkContainer({ token }: Caller, container: string): Promise<StepOutcome> {
  const { json } = await callGraphApi({ url: container, token, query: { fields: "status_code,status" } });
  const code = needText(json, "status_code");
  if (code === "FINISHED") return { end: "done", status: code };
  if (code === "IN_PROGRESS") return { end: "wait", seconds: retryTimes().poll, status: code };
  throw new NetworkError(
    "rejected",
    `container_${code.toLowerCase()}`,
    textAt(json, "status") ?? `The container is ${code}.`,
  );
}

async function withPostUrl({ token }: Caller, id: string) {
  // The post exists, so a failure to read its URL does not matter.
  const said = await callGraphApi({ url: id, token, query: { fields: "permalink" } }).catch(() => undefined);
  return { id, url: textAt(said?.json, "permalink") ?? null };
}

async function findPost(
  { token, destination }: Caller,
  { post, handles }: PostJob,
  { intentAt }: StepRequest,
  isTaken: (id: string) => Promise<boolean>,
): Promise<LookUpResult> {
  const { json } = await callGraphApi({
    url: handles.get("container") ?? "",
    token,
    query: { fields: "status_code" },
  });
  if (needText(json, "status_code") !== "PUBLISHED") return "absent";
  const edge = post.placement === "story" ? "stories" : "media";
  const query = { fields: "id,caption,timestamp,permalink", limit: 25 };
  const recent = await callGraphApi({ url: `${destination.external_account_id}/${edge}`, token, query });
  for (const each of listAt(recent.json, "data")) {
    const id = needText(each, "id");
    const fits =
      secondsOf(textAt(each, "timestamp")) >= intentAt - MAX_SKEW &&
      (textAt(each, "caption") ?? "") === post.text;
    if (fits && !(await isTaken(id))) return { id, url: textAt(each, "permalink") ?? null };
  }
  // The container was published, but the id of its post is unknown.
  return { id: null, url: null };
}
