import { callNetwork, listAt, needText, textAt, valueAt } from "#lib/engagement/social/call-network.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import type { App, Caller, Job, LookUpResult, Network, StepRequest } from "#lib/engagement/social/port.ts";
import { checkScopes, fetchTokens } from "./oauth.ts";
import { API, callXApi } from "./x-call.ts";
import { conversationPage, FIELDS, repliedToId, visibleText } from "./x-conversation.ts";
import { type Uploads, uploadStep } from "./x-media.ts";

/** Most seconds by which our clock and X's may differ. */
const MAX_SKEW = 30;

/** X (https://docs.x.com/x-api): one call posts. If its answer is lost, the account's timeline is searched. */
export const xAccount: Network = {
  type: "x_account",
  notPosted: ["400", "401", "402", "403", "404", "429"],

  authorizationUrl(app, { state, redirectUri, challenge }) {
    const url = new URL("https://x.com/i/oauth2/authorize");
    const scope = LIMITS.x_account.required_scopes.join(" ");
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    const asked = {
      response_type: "code",
      client_id: app.id,
      redirect_uri: redirectUri,
      scope,
      state,
      ...pkce,
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
    const tokens = await requestTokens(app, grant, now);
    checkScopes(tokens, LIMITS.x_account.required_scopes);
    const { json } = await callXApi({
      url: `${API}/users/me`,
      token: tokens.access,
      query: { "user.fields": "profile_image_url" },
    });
    const destination = {
      external_account_id: needText(json, "data", "id"),
      external_account_name: textAt(json, "data", "name") ?? "",
      handle: textAt(json, "data", "username") ?? null,
      avatar_url: textAt(json, "data", "profile_image_url") ?? null,
    };
    return [{ destination, tokens }];
  },

  refresh: (app, tokens, now) =>
    requestTokens(app, { grant_type: "refresh_token", refresh_token: tokens.refresh ?? "" }, now),

  async revoke(app, tokens) {
    const form = { token: tokens.refresh ?? tokens.access, client_id: app.id };
    await callNetwork({ method: "POST", url: `${API}/oauth2/revoke`, headers: basicAuth(app), form });
  },

  plan(job) {
    const uploads = job.kind === "publication" && job.post.media.length > 0 ? [{ type: "media" }] : [];
    return [...uploads, { type: job.kind === "reply" ? "reply" : "publish", irreversible: true }];
  },

  async perform(caller, job, step) {
    if (step.type === "media") return uploadStep(caller, job, step);
    const media: Uploads = JSON.parse(job.handles.get("media") ?? "null") ?? { ids: [] };
    const json =
      job.kind === "reply"
        ? { text: job.text, reply: { in_reply_to_tweet_id: job.commentId } }
        : { text: job.post.text, ...(media.ids.length > 0 ? { media: { media_ids: media.ids } } : {}) };
    const made = await callXApi({ method: "POST", url: `${API}/tweets`, token: caller.token, json });
    return { end: "done", posted: postedOf(caller, needText(made.json, "data", "id")) };
  },

  lookUp: (caller, job, step, isTaken) => findPost(caller, job, step, isTaken),

  listComments: (caller, postId, cursor, limit) =>
    conversationPage(caller, postId, cursor, Math.max(10, Math.min(100, limit)), limit),

  async listReplies(caller, postId, commentId, cursor) {
    const page = await conversationPage(caller, postId, cursor, 100, 100);
    const below = new Set([commentId]);
    // Replies come newest first. In reverse order, each comes after the post that it answers.
    for (const each of page.comments.toReversed())
      if (each.parentId !== null && below.has(each.parentId)) below.add(each.id);
    return { ...page, comments: page.comments.filter(({ id }) => id !== commentId && below.has(id)) };
  },

  async hide({ token: access }, commentId, hidden) {
    await callXApi({
      method: "PUT",
      url: `${API}/tweets/${commentId}/hidden`,
      token: access,
      json: { hidden },
    });
  },

  async readMetrics({ token: access }, postId) {
    const { json } = await callXApi({
      url: `${API}/tweets/${postId}`,
      token: access,
      query: { "tweet.fields": "public_metrics" },
    });
    const numbers = valueAt(json, "data", "public_metrics") ?? {};
    return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
  },
};

async function findPost(
  caller: Caller,
  job: Job,
  { intentAt }: StepRequest,
  isTaken: (id: string) => Promise<boolean>,
): Promise<LookUpResult> {
  const start_time = new Date((intentAt - MAX_SKEW) * 1000).toISOString().replace(/\.\d+Z$/, "Z");
  const query = { ...FIELDS, start_time, max_results: 100 };
  const { json } = await callXApi({
    url: `${API}/users/${caller.destination.external_account_id}/tweets`,
    token: caller.token,
    query,
  });
  const text = job.kind === "reply" ? job.text : job.post.text;
  for (const tweet of listAt(json, "data")) {
    const id = needText(tweet, "id");
    const answers = repliedToId(tweet);
    const fits = job.kind === "reply" ? answers === job.commentId : answers === null;
    if (fits && plainText(visibleText(tweet)) === plainText(text) && !(await isTaken(id)))
      return postedOf(caller, id);
  }
  return "absent";
}

function plainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/https?:\/\//g, "")
    .replace(/\/(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function postedOf({ destination }: Caller, id: string) {
  return { id, url: `https://x.com/${destination.handle ?? "i"}/status/${id}` };
}

function requestTokens(app: App, form: Record<string, string>, now: number) {
  return fetchTokens(
    { url: `${API}/oauth2/token`, headers: basicAuth(app), form: { ...form, client_id: app.id } },
    now,
  );
}

function basicAuth({ id, secret }: App) {
  return {
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
  };
}
