import { now, ok, refusal, type SandboxAction, type SandboxRequest } from "./action.ts";
import {
  commentAction,
  deleteCommentAction,
  hideAction,
  readAction,
  replyAction,
} from "./comment-actions.ts";
import { challengeOf, type Grant, grantFor, type Network, newId, type Post } from "./store.ts";

const TOKEN_LIFETIME = 3600;
const MAX_TEXT = 500;
const SCOPES = "publish engage";

export function actionOf(network: Network, request: SandboxRequest, base: string): SandboxAction {
  const [, first = "", id = "", what = "", below = ""] = request.path;
  if (first === "token") return tokenAction(network, request);
  if (first === "revoke") return revokeAction(network, request);
  if (first === "posts" && what === "comments" && request.method === "POST")
    return commentAction(network, request, id);
  if (first === "posts" && what === "comments" && request.method === "DELETE")
    return deleteCommentAction(network, id, below);
  const grant = [...network.grants.values()].find(({ access }) => access === request.token);
  if (!grant) return { account: "", run: () => refusal(401, "unauthorized", "The token is not good.") };
  const acts = new Map<string, () => SandboxAction>([
    ["POST uploads", () => uploadAction(network, request, grant)],
    ["POST containers", () => containerAction(network, request, grant, id, what, base)],
    ["GET containers", () => lookUpAction(network, grant, id, base)],
    ["GET posts", () => readAction(network, request, grant, id, what)],
    ["POST posts", () => replyAction(network, request, grant, id, base)],
    ["POST comments", () => hideAction(network, request, grant, id)],
  ]);
  const act = acts.get(`${request.method} ${first}`);
  return act
    ? act()
    : { account: grant.account, run: () => refusal(404, "not_found", "There is no such thing.") };
}

function tokenAction(network: Network, { body }: SandboxRequest): SandboxAction {
  if (body.grant_type === "refresh_token") {
    const grant = network.grants.get(String(body.refresh_token));
    return {
      step: "token",
      account: grant?.account ?? "",
      run: () =>
        grant
          ? ok(tokensOf(grantFor(network, grant.account, grant)))
          : refusal(400, "invalid_grant", "The refresh token is not good."),
    };
  }
  const code = network.codes.get(String(body.code));
  return {
    step: "token",
    account: code?.destinations[0]?.id ?? "",
    run: () => {
      network.codes.delete(String(body.code));
      const isRight =
        code &&
        code.redirect === body.redirect_uri &&
        code.challenge === challengeOf(String(body.code_verifier));
      if (!isRight) return refusal(400, "invalid_grant", "The code is not good.");
      return ok({
        destinations: code.destinations.map((each) => ({ ...each, ...tokensOf(grantFor(network, each.id)) })),
      });
    },
  };
}

function tokensOf({ access, refresh }: Grant) {
  return { access_token: access, refresh_token: refresh, expires_in: TOKEN_LIFETIME, scope: SCOPES };
}

function revokeAction(network: Network, { body }: SandboxRequest): SandboxAction {
  return {
    account: "",
    run: () => {
      network.grants.delete(String(body.token));
      return ok({ revoked: true });
    },
  };
}

function uploadAction(network: Network, { body }: SandboxRequest, { account }: Grant): SandboxAction {
  return {
    step: "upload",
    account,
    run: () => {
      const id = newId("upl");
      const media: Post["media"] = Array.isArray(body.media) ? body.media : [];
      if (media.length > 4) return refusal(422, "rejected", "A post has at most 4 files.");
      network.uploads.set(id, media);
      return ok({ id });
    },
  };
}

function containerAction(
  network: Network,
  { body }: SandboxRequest,
  { account }: Grant,
  id: string,
  what: string,
  base: string,
): SandboxAction {
  if (what === "publish") return publishAction(network, account, id, base);
  return {
    step: "container",
    account,
    run: () => {
      const text = String(body.text ?? "");
      const length = [...text].length;
      if (length < 1 || length > MAX_TEXT)
        return refusal(422, "rejected", `A text has 1 to ${MAX_TEXT} characters.`);
      const containerId = newId("ctr");
      const link = typeof body.link === "string" ? body.link : null;
      const upload = typeof body.upload_id === "string" ? body.upload_id : null;
      network.containers.set(containerId, { id: containerId, account, text, link, upload, post: null });
      return ok({ id: containerId });
    },
  };
}

// As on real networks, publishing a container twice creates two posts. Callers must prevent that.
function publishAction(network: Network, account: string, id: string, base: string): SandboxAction {
  return {
    step: "publish",
    account,
    run: () => {
      const container = network.containers.get(id);
      if (container?.account !== account) return refusal(404, "rejected", "There is no such container.");
      const media = network.uploads.get(container.upload ?? "") ?? [];
      const { text, link } = container;
      const post = {
        id: newId("post"),
        account,
        container: id,
        text,
        link,
        media,
        created_at: now(),
        comments: [],
      };
      network.posts.set(post.id, post);
      container.post = post.id;
      return ok(postAnswer(post, base));
    },
  };
}

function lookUpAction(network: Network, { account }: Grant, id: string, base: string): SandboxAction {
  return {
    step: "lookup",
    account,
    run: () => {
      const post = network.posts.get(network.containers.get(id)?.post ?? "");
      return ok({ id, post: post ? postAnswer(post, base) : null });
    },
  };
}

function postAnswer({ id }: Post, base: string) {
  return { id, url: `${base}/posts/${id}` };
}
