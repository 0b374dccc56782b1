import { MINUTE } from "#core/seconds.ts";
import {
  callNetwork,
  listAt,
  type NetworkRequest,
  type NetworkResponse,
  needText,
  numberAt,
  textAt,
  valueAt,
} from "#lib/engagement/social/call-network.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import {
  type App,
  type Caller,
  type Job,
  type LookUpResult,
  type Network,
  NetworkError,
  type StepOutcome,
} from "#lib/engagement/social/port.ts";
import type { PostMedia } from "#lib/engagement/social/post.ts";
import { readVideo } from "#lib/engagement/social/video.ts";
import { checkScopes, fetchTokens } from "./oauth.ts";

const API_URL = "https://open.tiktokapis.com/v2";
/** Bytes of a chunk: TikTok allows 5 to 64 MB. The last chunk also has the remainder, and is below 16 MB. */
const CHUNK_BYTES = 8_000_000;
const PRIVACY_LEVELS: Readonly<Record<string, string>> = {
  public: "PUBLIC_TO_EVERYONE",
  friends: "MUTUAL_FOLLOW_FRIENDS",
  followers: "FOLLOWER_OF_CREATOR",
  private: "SELF_ONLY",
};

/**
 * TikTok (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post). Uploading the last byte posts.
 */
export const tiktokAccount: Network = {
  type: "tiktok_account",
  notPosted: ["http_400", "http_403", "http_416", "http_429"],

  authorizationUrl(app, { state, redirectUri }) {
    const url = new URL("https://www.tiktok.com/v2/auth/authorize/");
    const scope = LIMITS.tiktok_account.required_scopes.join(",");
    const asked = { client_key: app.id, response_type: "code", scope, redirect_uri: redirectUri, state };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  },

  async exchange(app, { code, redirectUri }, now) {
    const tokens = await requestTokens(
      app,
      { grant_type: "authorization_code", code, redirect_uri: redirectUri },
      now,
    );
    checkScopes(tokens, LIMITS.tiktok_account.required_scopes);
    const query = { fields: "open_id,display_name,avatar_url" };
    const { json } = await call({ url: `${API_URL}/user/info/`, token: tokens.access, query });
    const user = valueAt(json, "data", "user");
    const destination = {
      external_account_id: needText(user, "open_id"),
      external_account_name: textAt(user, "display_name") ?? "",
      handle: null,
      avatar_url: textAt(user, "avatar_url") ?? null,
    };
    return [{ destination, tokens }];
  },

  refresh: (app, tokens, now) =>
    requestTokens(app, { grant_type: "refresh_token", refresh_token: tokens.refresh ?? "" }, now),

  async revoke(app, tokens) {
    const form = { client_key: app.id, client_secret: app.secret, token: tokens.access };
    await callNetwork({ method: "POST", url: `${API_URL}/oauth/revoke/`, form });
  },

  plan: () => [
    { type: "creator" },
    { type: "init", secret: true },
    { type: "upload" },
    { type: "publish", irreversible: true },
  ],

  async perform(caller, job, step) {
    const post = postIn(job);
    const video = post.media[0];
    if (!video) throw new NetworkError("rejected", "no_video", "The video is gone.");
    if (step.type === "creator") return checkCreator(caller, video);
    if (step.type === "init") return startUpload(caller, post, video);
    const { upload_url } = uploadSession(job);
    const { count } = chunksOf(video.size);
    const sent = step.type === "upload" ? Number(step.handle ?? 0) : count - 1;
    if (step.type === "upload" && sent >= count - 1) return { end: "done", handle: String(sent) };
    await uploadChunk(upload_url, video, sent);
    return step.type === "upload"
      ? { end: "more", handle: String(sent + 1) }
      : { end: "sent", status: "PROCESSING_UPLOAD" };
  },

  async lookUp({ token: access }, job) {
    const { publish_id } = uploadSession(job);
    const { json } = await call({
      method: "POST",
      url: `${API_URL}/post/publish/status/fetch/`,
      token: access,
      json: { publish_id },
    });
    return lookUpResultIn(json, postIn(job).media[0]?.size ?? 0);
  },

  async readMetrics({ token: access }, postId) {
    const names = ["like_count", "comment_count", "share_count", "view_count"];
    const query = { fields: ["id", ...names].join(",") };
    const json = { filters: { video_ids: [postId] } };
    const answer = await call({ method: "POST", url: `${API_URL}/video/query/`, token: access, query, json });
    const video = listAt(answer.json, "data", "videos")[0];
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = numberAt(video, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  },
};

function requestTokens(app: App, form: Record<string, string>, now: number) {
  const client = { client_key: app.id, client_secret: app.secret };
  return fetchTokens({ url: `${API_URL}/oauth/token/`, form: { ...client, ...form } }, now);
}

function postIn(job: Job) {
  if (job.kind === "reply")
    throw new NetworkError("rejected", "not_supported", "TikTok has no interface for comments.");
  return job.post;
}

function uploadSession({ handles }: Job): { publish_id: string; upload_url: string } {
  const { publish_id = "", upload_url = "" }: { publish_id?: string; upload_url?: string } = JSON.parse(
    handles.get("init") ?? "{}",
  );
  return { publish_id, upload_url };
}

/** Size and number of a video's chunks. TikTok rounds the number down; the last chunk has the remainder. */
function chunksOf(size: number): { chunk: number; count: number } {
  const chunk = Math.min(size, CHUNK_BYTES);
  return { chunk, count: Math.max(1, Math.floor(size / Math.max(1, chunk))) };
}

async function checkCreator({ token: access }: Caller, { source }: PostMedia): Promise<StepOutcome> {
  const { json } = await call({
    method: "POST",
    url: `${API_URL}/post/publish/creator_info/query/`,
    token: access,
    json: {},
  });
  const most = numberAt(json, "data", "max_video_post_duration_sec");
  const facts = await readVideo(source);
  if (most !== undefined && facts && facts.duration > most) {
    throw new NetworkError(
      "rejected",
      "video_too_long",
      `The video lasts ${facts.duration} s, and this account may post ${most} s.`,
    );
  }
  return { end: "done" };
}

async function startUpload(
  { token: access, app }: Caller,
  { text, privacy }: ReturnType<typeof postIn>,
  { size }: PostMedia,
): Promise<StepOutcome> {
  const { chunk, count } = chunksOf(size);
  // An app that TikTok has not audited may only post privately.
  const privacy_level = app.reviewed ? (PRIVACY_LEVELS[privacy ?? "public"] ?? "SELF_ONLY") : "SELF_ONLY";
  const body = {
    post_info: { title: text, privacy_level },
    source_info: { source: "FILE_UPLOAD", video_size: size, chunk_size: chunk, total_chunk_count: count },
  };
  const { json } = await call({
    method: "POST",
    url: `${API_URL}/post/publish/video/init/`,
    token: access,
    json: body,
  });
  const handle = {
    publish_id: needText(json, "data", "publish_id"),
    upload_url: needText(json, "data", "upload_url"),
  };
  return { end: "done", handle: JSON.stringify(handle) };
}

async function uploadChunk(url: string, { size, source, mimeType }: PostMedia, index: number): Promise<void> {
  const { chunk, count } = chunksOf(size);
  const start = index * chunk;
  const end = index === count - 1 ? size : start + chunk;
  const bytes = [await source.read(start, end)];
  const headers = { "content-type": mimeType, "content-range": `bytes ${start}-${end - 1}/${size}` };
  const { status } = await callNetwork({ method: "PUT", url, headers, bytes });
  if (status === 201 || status === 206) return;
  const said = `TikTok answered ${status} to a part of the video.`;
  if (status === 429) throw new NetworkError("limited", "http_429", said, { for: MINUTE });
  throw new NetworkError(status >= 500 ? "transient" : "rejected", `http_${status}`, said);
}

function lookUpResultIn(json: unknown, size: number): LookUpResult {
  const status = needText(json, "data", "status");
  if (status === "PUBLISH_COMPLETE") {
    // The id exists only once the post is public. TikTok itself misspells this field.
    const [id] = listAt(json, "data", "publicaly_available_post_id");
    return { id: id === undefined ? null : String(id), url: null };
  }
  if (status === "FAILED") {
    const reason = textAt(json, "data", "fail_reason") ?? "failed";
    return { refused: reason, message: `TikTok did not publish the video: ${reason}.` };
  }
  const uploaded = numberAt(json, "data", "uploaded_bytes") ?? size;
  return status === "PROCESSING_UPLOAD" && uploaded < size ? "absent" : "pending";
}

async function call(question: NetworkRequest): Promise<NetworkResponse> {
  const answer = await callNetwork(question);
  const code = textAt(answer.json, "error", "code") ?? (answer.status < 400 ? "ok" : `http_${answer.status}`);
  if (code === "ok") return answer;
  const message = textAt(answer.json, "error", "message") ?? `TikTok answered ${code}.`;
  if (code === "access_token_invalid") throw new NetworkError("unauthorized", code, message);
  // TikTok's rate limits apply per minute; its answer does not say when the minute ends.
  if (code === "rate_limit_exceeded") throw new NetworkError("limited", code, message, { for: MINUTE });
  if (code === "spam_risk_too_many_posts" || code === "reached_active_user_cap")
    throw new NetworkError("limited", code, message, { for: 60 * MINUTE });
  throw new NetworkError(
    answer.status >= 500 || code === "internal_error" ? "transient" : "rejected",
    code,
    message,
  );
}
