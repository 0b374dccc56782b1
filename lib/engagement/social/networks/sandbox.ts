import { env } from "#core/env.ts";
import type { Tokens } from "#lib/engagement/social/account-schema.ts";
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
import {
  type App,
  type Caller,
  type Candidate,
  type Network,
  NetworkError,
  type RemoteComment,
  type ReplyJob,
} from "#lib/engagement/social/port.ts";

/** A network for tests, on this machine, that behaves like real ones and fails on demand. */
export const sandbox: Network = {
  type: "sandbox",
  notPosted: ["rate_limited", "unauthorized", "rejected"],

  authorizationUrl(app, { storeId, state, redirectUri, challenge }) {
    const url = new URL(sandboxUrl("/authorize"));
    const asked = {
      client_id: app.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      store: storeId,
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  },

  async exchange(app, { code, redirectUri, verifier }, now) {
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const { json } = await requestToken(app, form);
    return listAt(json, "destinations").map(
      (destination): Candidate => ({
        destination: {
          external_account_id: needText(destination, "id"),
          external_account_name: needText(destination, "name"),
          handle: textAt(destination, "handle") ?? null,
          avatar_url: textAt(destination, "avatar_url") ?? null,
        },
        tokens: tokensIn(destination, now),
      }),
    );
  },

  async refresh(app, tokens, now) {
    const { json } = await requestToken(app, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh ?? "",
    });
    return tokensIn(json, now);
  },

  async revoke(app, tokens) {
    const form = { client_id: app.id, token: tokens.refresh ?? tokens.access };
    await callSandbox({ method: "POST", url: sandboxUrl("/revoke"), form });
  },

  plan(job) {
    if (job.kind === "reply") return [{ type: "reply", irreversible: true }];
    const upload = job.post.media.length > 0 ? [{ type: "upload" }] : [];
    return [...upload, { type: "container" }, { type: "publish", irreversible: true }];
  },

  async perform({ token }, job, { type, intentAt }) {
    if (job.kind === "reply") {
      const json = { text: job.text, parent_id: job.commentId, at: intentAt };
      const sent = await callSandbox({ method: "POST", url: postUrl(job.postId, "replies"), token, json });
      return { end: "done", posted: postedIn(sent.json) };
    }
    const { post, handles } = job;
    if (type === "publish") {
      const url = sandboxUrl(`/containers/${handles.get("container") ?? ""}/publish`);
      return { end: "done", posted: postedIn((await callSandbox({ method: "POST", url, token })).json) };
    }
    const json =
      type === "upload"
        ? { media: post.media.map(({ id, mimeType, size }) => ({ id, type: mimeType, size })) }
        : { text: post.text, link: post.link, upload_id: handles.get("upload") ?? null };
    const made = await callSandbox({ method: "POST", url: sandboxUrl(`/${type}s`), token, json });
    return { end: "done", handle: needText(made.json, "id") };
  },

  async lookUp(caller, job, { intentAt }, isTaken) {
    if (job.kind === "reply") return findReply(caller, job, intentAt, isTaken);
    const url = sandboxUrl(`/containers/${job.handles.get("container") ?? ""}`);
    const { json } = await callSandbox({ url, token: caller.token });
    return textAt(json, "post", "id") === undefined ? "absent" : postedIn(valueAt(json, "post"));
  },

  listsAllComments: true,
  async listComments({ token }, postId, cursor, limit) {
    const query = { cursor: cursor ?? undefined, limit };
    const { json } = await callSandbox({ url: postUrl(postId, "comments"), token, query });
    return { comments: listAt(json, "items").map(commentIn), cursor: textAt(json, "cursor") ?? null };
  },

  async listReplies({ token }, postId, commentId, cursor) {
    const query = { parent_id: commentId, cursor: cursor ?? undefined };
    const { json } = await callSandbox({ url: postUrl(postId, "comments"), token, query });
    return { comments: listAt(json, "items").map(commentIn), cursor: textAt(json, "cursor") ?? null };
  },

  async hide({ token }, commentId, hidden) {
    const url = sandboxUrl(`/comments/${encodeURIComponent(commentId)}/hidden`);
    await callSandbox({ method: "POST", url, token, json: { hidden } });
  },

  async readMetrics({ token }, postId) {
    const { json } = await callSandbox({ url: postUrl(postId, "metrics"), token });
    const names = ["views", "likes", "comments"] as const;
    return Object.fromEntries(names.map((name) => [name, numberAt(json, name) ?? 0]));
  },
};

function sandboxUrl(path: string): string {
  return `${env("SOCIAL_SANDBOX_URL")}${path}`;
}

function postUrl(id: string, what: string): string {
  return sandboxUrl(`/posts/${encodeURIComponent(id)}/${what}`);
}

function requestToken(app: App, form: Record<string, string>): Promise<NetworkResponse> {
  const client = { client_id: app.id, client_secret: app.secret };
  return callSandbox({ method: "POST", url: sandboxUrl("/token"), form: { ...client, ...form } });
}

function tokensIn(json: unknown, now: number): Tokens {
  const lifetime = numberAt(json, "expires_in");
  return {
    access: needText(json, "access_token"),
    refresh: textAt(json, "refresh_token") ?? null,
    obtained_at: now,
    expires_at: lifetime === undefined ? null : now + lifetime,
    refresh_expires_at: null,
    scopes: (textAt(json, "scope") ?? "").split(" ").filter(Boolean),
    owner: null,
  };
}

function postedIn(json: unknown) {
  return { id: needText(json, "id"), url: textAt(json, "url") ?? null };
}

function commentIn(json: unknown): RemoteComment {
  return {
    id: needText(json, "id"),
    parentId: textAt(json, "parent_id") ?? null,
    authorName: textAt(json, "author_name") ?? "",
    authorHandle: textAt(json, "author_handle") ?? null,
    authorIsChannel: valueAt(json, "by_account") === true,
    text: textAt(json, "text") ?? "",
    createdAt: numberAt(json, "created_at") ?? 0,
    hidden: valueAt(json, "hidden") === true,
    replyCount: numberAt(json, "reply_count") ?? 0,
  };
}

async function findReply(
  { token }: Caller,
  { postId, commentId, text }: ReplyJob,
  since: number,
  isTaken: (id: string) => Promise<boolean>,
) {
  const query = { parent_id: commentId, step: "lookup" };
  const { json } = await callSandbox({ url: postUrl(postId, "comments"), token, query });
  for (const found of listAt(json, "items").map(commentIn)) {
    const fits = found.authorIsChannel && found.text === text && found.createdAt >= since;
    if (fits && !(await isTaken(found.id))) return { id: found.id, url: null };
  }
  return "absent" as const;
}

async function callSandbox(request: NetworkRequest): Promise<NetworkResponse> {
  const response = await callNetwork(request);
  const { status, json } = response;
  if (status < 400) return response;
  const code = textAt(json, "error", "code") ?? String(status);
  const message = textAt(json, "error", "message") ?? "The sandbox refused.";
  if (code === "invalid_grant") throw new NetworkError("reconnect", code, message);
  if (status === 401) throw new NetworkError("unauthorized", "unauthorized", message);
  if (status === 429)
    throw new NetworkError("limited", "rate_limited", message, {
      until: numberAt(json, "error", "reset_at") ?? Math.ceil(Date.now() / 1000) + 60,
    });
  throw new NetworkError(status >= 500 ? "transient" : "rejected", code, message);
}
