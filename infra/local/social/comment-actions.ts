import { now, ok, refusal, type SandboxAction, type SandboxRequest } from "./action.ts";
import { type Comment, type Grant, type Network, newId, type Post } from "./store.ts";

const PAGE_SIZE = 25;

/** Reads the metrics or the comments of a post. */
export function readAction(
  network: Network,
  { query }: SandboxRequest,
  { account }: Grant,
  id: string,
  what: string,
): SandboxAction {
  const post = network.posts.get(id);
  const missing = () => refusal(404, "not_found", "There is no such post.");
  if (what === "metrics") {
    return { step: "metrics", account, run: () => (post ? ok(metricsOf(post)) : missing()) };
  }
  // A search for the caller's own reply is a separate step, so that a fault can hit it alone.
  const step = query.get("step") === "lookup" ? "lookup" : "comments";
  return { step, account, run: () => (post ? ok(commentPage(post, query)) : missing()) };
}

function commentPage(post: Post, query: URLSearchParams) {
  const parent = query.get("parent_id");
  const from = Number(query.get("cursor") ?? 0);
  const size = Math.min(PAGE_SIZE, Number(query.get("limit") ?? PAGE_SIZE));
  const fitting = post.comments.filter(({ parent_id }) => parent_id === parent);
  const items = fitting.slice(from, from + size).map((comment) => ({
    ...comment,
    reply_count: post.comments.filter(({ parent_id }) => parent_id === comment.id).length,
  }));
  return { items, cursor: from + size < fitting.length ? String(from + size) : null };
}

function metricsOf({ comments, text }: Post) {
  return { views: 10 + text.length, likes: text.length % 7, comments: comments.length };
}

export function commentAction(network: Network, { body }: SandboxRequest, id: string): SandboxAction {
  return {
    account: "",
    run: () => {
      const post = network.posts.get(id);
      if (!post) return refusal(404, "not_found", "There is no such post.");
      const author = typeof body.author_name === "string" && body.author_name ? body.author_name : "Somebody";
      const author_handle = author.toLowerCase().replace(/\W+/g, ".").slice(0, 30);
      const fields = { author_name: author, author_handle, parent_id: parentIn(body) };
      return ok(addComment(post, { text: String(body.text ?? ""), ...fields }, false));
    },
  };
}

/** Deletes a comment and its replies. */
export function deleteCommentAction(network: Network, id: string, commentId: string): SandboxAction {
  return {
    account: "",
    run: () => {
      const post = network.posts.get(id);
      const remaining = post?.comments.filter(
        (each) => each.id !== commentId && each.parent_id !== commentId,
      );
      if (!post || !remaining || remaining.length === post.comments.length)
        return refusal(404, "not_found", "There is no such comment.");
      post.comments = remaining;
      return ok({ deleted: true });
    },
  };
}

/** Adds a reply to a comment, written by the account. */
export function replyAction(
  network: Network,
  { body }: SandboxRequest,
  { account }: Grant,
  id: string,
  base: string,
): SandboxAction {
  return {
    step: "reply",
    account,
    run: () => {
      const post = network.posts.get(id);
      if (!post) return refusal(404, "rejected", "There is no such post.");
      const fields = { author_name: account, author_handle: null, parent_id: parentIn(body) };
      const reply = addComment(post, { text: String(body.text ?? ""), ...fields }, true, Number(body.at));
      return ok({ ...reply, url: `${base}/feed?account=${encodeURIComponent(account)}#${reply.id}` });
    },
  };
}

export function hideAction(
  network: Network,
  { body }: SandboxRequest,
  { account }: Grant,
  id: string,
): SandboxAction {
  return {
    step: "hide",
    account,
    run: () => {
      const comment = [...network.posts.values()]
        .flatMap(({ comments }) => comments)
        .find((each) => each.id === id);
      if (!comment) return refusal(404, "not_found", "There is no such comment.");
      comment.hidden = body.hidden === true;
      return ok({ hidden: comment.hidden });
    },
  };
}

function addComment(
  post: Post,
  fields: Pick<Comment, "text" | "author_name" | "author_handle" | "parent_id">,
  by_account: boolean,
  at?: number,
): Comment {
  const created_at = Math.max(now(), at && Number.isFinite(at) ? at : 0);
  const comment = { ...fields, id: newId("cmt"), by_account, hidden: false, created_at };
  post.comments.push(comment);
  return comment;
}

function parentIn(body: Record<string, unknown>): string | null {
  return typeof body.parent_id === "string" && body.parent_id ? body.parent_id : null;
}
