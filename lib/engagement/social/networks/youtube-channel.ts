import {
  callNetwork,
  listAt,
  type NetworkResponse,
  needText,
  numberAt,
  secondsOf,
  textAt,
} from "#lib/engagement/social/call-network.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import {
  type Caller,
  type LookUpResult,
  type Network,
  NetworkError,
  type StepOutcome,
  type StepRequest,
} from "#lib/engagement/social/port.ts";
import type { Post, PostMedia } from "#lib/engagement/social/post.ts";
import { checkScopes, fetchTokens } from "./oauth.ts";
import { API, callYouTube, errorOf } from "./youtube-call.ts";
import { findReply, hideComment, listComments, listReplies, sendReply } from "./youtube-comments.ts";

const TOKEN = "https://oauth2.googleapis.com/token";
/** Bytes of a chunk: a multiple of 256 KiB, which the protocol requires except for the last chunk. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const MAX_SKEW = 60;

/** The last byte creates the video (https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). */
export const youtubeChannel: Network = {
  type: "youtube_channel",
  notPosted: [
    "incomplete",
    "probe_failed",
    "unauthorized",
    "quotaExceeded",
    "rateLimitExceeded",
    "uploadLimitExceeded",
    "forbidden",
  ],

  authorizationUrl(app, { state, redirectUri, challenge }) {
    const url = new URL("https://accounts.google.com/o/oauth2/v2/auth");
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    const asked = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: "code",
      state,
      ...pkce,
      scope: LIMITS.youtube_channel.required_scopes.join(" "),
      access_type: "offline",
      prompt: "consent",
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  },

  async exchange(app, { code, redirectUri, verifier }, now) {
    const grant = {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const tokens = await fetchTokens(
      { url: TOKEN, form: { client_id: app.id, client_secret: app.secret, ...grant } },
      now,
    );
    checkScopes(tokens, LIMITS.youtube_channel.required_scopes);
    const { json } = await callYouTube({
      url: `${API}/channels`,
      token: tokens.access,
      query: { part: "snippet", mine: true },
    });
    return listAt(json, "items").map((channel) => ({
      tokens,
      destination: {
        external_account_id: needText(channel, "id"),
        external_account_name: textAt(channel, "snippet", "title") ?? "",
        handle: textAt(channel, "snippet", "customUrl") ?? null,
        avatar_url: textAt(channel, "snippet", "thumbnails", "default", "url") ?? null,
      },
    }));
  },

  refresh(app, tokens, now) {
    const grant = { grant_type: "refresh_token", refresh_token: tokens.refresh ?? "" };
    return fetchTokens({ url: TOKEN, form: { client_id: app.id, client_secret: app.secret, ...grant } }, now);
  },

  async revoke(_app, tokens) {
    await callYouTube({
      method: "POST",
      url: "https://oauth2.googleapis.com/revoke",
      form: { token: tokens.refresh ?? tokens.access },
    });
  },

  plan(job) {
    if (job.kind === "reply") return [{ type: "reply", irreversible: true }];
    return [{ type: "session", secret: true }, { type: "upload" }, { type: "publish", irreversible: true }];
  },

  async perform(caller, job, step) {
    if (job.kind === "reply") return sendReply(caller, job);
    const video = videoOf(job.post);
    if (step.type === "session") return startUpload(caller, job.post, video);
    const session = job.handles.get("session") ?? "";
    const start = await fetchOffset(caller, job, video.size, step);
    if (typeof start !== "number") return start;
    const last = lastChunkStart(video.size);
    if (step.type === "upload" && start >= last) return { end: "done", handle: String(start) };
    const end = step.type === "upload" ? Math.min(start + CHUNK_BYTES, last) : video.size;
    return sendChunk(caller, session, video, start, end);
  },

  async lookUp(caller, job, step, isTaken) {
    if (job.kind === "reply") return findReply(caller, job, step, isTaken);
    const { size } = videoOf(job.post);
    const answer = await putBytes(caller, job.handles.get("session") ?? "", `bytes */${size}`);
    if (answer.status === 308) return "absent";
    if (answer.status < 300) return postedIn(answer);
    if (answer.status === 404 || answer.status === 410) return findUpload(caller, job.post, step, isTaken);
    throw errorOf(answer);
  },

  listsAllComments: true,
  listComments,
  listReplies,
  hide: hideComment,

  async readMetrics({ token }, postId) {
    const { json } = await callYouTube({
      url: `${API}/videos`,
      token,
      query: { part: "statistics", id: postId },
    });
    const names = ["viewCount", "likeCount", "commentCount"];
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = numberAt(json, "items", 0, "statistics", name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  },
};

function videoOf({ media: [video] }: Post): PostMedia {
  if (!video) throw new NetworkError("rejected", "no_video", "The video is gone.");
  return video;
}

function lastChunkStart(size: number): number {
  return Math.floor(Math.max(0, size - 1) / CHUNK_BYTES) * CHUNK_BYTES;
}

async function startUpload(
  { token, app }: Caller,
  post: Post,
  { size, mimeType }: PostMedia,
): Promise<StepOutcome> {
  const privacyStatus = app.reviewed ? (post.privacy ?? "public") : "private";
  const answer = await callYouTube({
    method: "POST",
    url: "https://www.googleapis.com/upload/youtube/v3/videos",
    query: { uploadType: "resumable", part: "snippet,status" },
    token,
    headers: { "x-upload-content-length": String(size), "x-upload-content-type": mimeType },
    json: { snippet: { title: post.title, description: post.text }, status: { privacyStatus } },
  });
  const location = answer.headers.get("location");
  if (!location) throw new NetworkError("transient", "no_session", "YouTube gave no address to upload to.");
  return { end: "done", handle: location };
}

// Asks how many bytes have arrived, which only YouTube knows after a lost answer. This call posts nothing.
async function fetchOffset(
  caller: Caller,
  { handles }: { handles: ReadonlyMap<string, string> },
  size: number,
  { type, handle, tries }: StepRequest,
): Promise<number | StepOutcome> {
  if (tries === 1) return Number((type === "upload" ? handle : handles.get("upload")) ?? 0);
  try {
    const answer = await putBytes(caller, handles.get("session") ?? "", `bytes */${size}`);
    if (answer.status === 308) return byteCountIn(answer);
    if (answer.status < 300) return { end: "done", posted: postedIn(answer) };
    throw errorOf(answer);
  } catch (error) {
    const passing = error instanceof NetworkError && ["unanswered", "transient"].includes(error.trouble);
    if (!passing) throw error;
    throw new NetworkError("transient", "probe_failed", error.message);
  }
}

async function sendChunk(
  caller: Caller,
  session: string,
  video: PostMedia,
  start: number,
  end: number,
): Promise<StepOutcome> {
  const bytes = await video.source.read(start, end);
  const answer = await putBytes(caller, session, `bytes ${start}-${end - 1}/${video.size}`, bytes);
  if (answer.status === 308 && end < video.size) return { end: "more", handle: String(byteCountIn(answer)) };
  if (answer.status === 308)
    throw new NetworkError("transient", "incomplete", "YouTube has not all of the video yet.");
  if (answer.status < 300) return { end: "done", posted: postedIn(answer) };
  throw errorOf(answer);
}

function putBytes({ token }: Caller, session: string, range: string, bytes: Uint8Array = new Uint8Array()) {
  const headers = { "content-range": range };
  return callNetwork({ method: "PUT", url: session, token, headers, bytes: [bytes] });
}

function byteCountIn({ headers }: NetworkResponse): number {
  const last = /bytes=0-(\d+)/.exec(headers.get("range") ?? "")?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

function postedIn({ json }: NetworkResponse) {
  const id = needText(json, "id");
  return { id, url: `https://www.youtube.com/watch?v=${id}` };
}

async function findUpload(
  { token }: Caller,
  post: Post,
  { intentAt }: StepRequest,
  isTaken: (id: string) => Promise<boolean>,
): Promise<LookUpResult> {
  const mine = { part: "contentDetails", mine: true };
  const channel = await callYouTube({ url: `${API}/channels`, token, query: mine });
  const playlistId = needText(channel.json, "items", 0, "contentDetails", "relatedPlaylists", "uploads");
  const { json } = await callYouTube({
    url: `${API}/playlistItems`,
    token,
    query: { part: "snippet", playlistId, maxResults: 25 },
  });
  for (const each of listAt(json, "items")) {
    const id = needText(each, "snippet", "resourceId", "videoId");
    const fits =
      textAt(each, "snippet", "title") === post.title &&
      secondsOf(textAt(each, "snippet", "publishedAt")) >= intentAt - MAX_SKEW;
    if (fits && !(await isTaken(id))) return { id, url: `https://www.youtube.com/watch?v=${id}` };
  }
  return "absent";
}
