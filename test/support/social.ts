import { publications, socialAccounts } from "#functions/engagement/social/routes.ts";
import type { Publication } from "#lib/engagement/social/schema.ts";
import { ok } from "./client.ts";
import { eventually, type Somebody } from "./world.ts";

type Store = { id: string; owner: Somebody };

function sandboxUrl(): string {
  return process.env.SOCIAL_SANDBOX_URL ?? "";
}

/** Submits the sandbox's consent page. Returns the URL of the redirect. */
export async function consent(
  authorizationUrl: string,
  answer: Record<string, string> = {},
): Promise<string> {
  const body = new URLSearchParams({ decision: "approve", destinations: "1", ...answer });
  const reply = await fetch(authorizationUrl, { method: "POST", body, redirect: "manual" });
  return reply.headers.get("location") ?? "";
}

/** Submits the page that asks before an account is connected. */
export function answerConnectPage(
  callback: string,
  action: "connect" | "cancel" = "connect",
): Promise<Response> {
  return fetch(callback, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
}

export async function connectSandbox({ id: storeId, owner }: Store): Promise<{ id: string; page: string }> {
  const signIn = await ok(socialAccounts.connectSocialAccount, {
    params: { storeId },
    as: owner,
    body: { provider_type: "sandbox" },
  });
  await answerConnectPage(await consent(signIn.authorization_url));
  const params = { storeId, attemptId: signIn.attempt_id };
  const attempt = await ok(socialAccounts.getSocialConnection, { params, as: owner });
  if (!attempt.social_account_id) throw new Error(`Not connected: ${attempt.message}`);
  return { id: attempt.social_account_id, page: attempt.destination?.external_account_id ?? "" };
}

interface FeedItem {
  id: string;
  text: string;
  comments: { id: string; text: string; parent_id: string | null; by_account: boolean; hidden: boolean }[];
}

/** The public posts of an account. */
export async function feedOf(page: string): Promise<FeedItem[]> {
  const reply = await fetch(`${sandboxUrl()}/feed?account=${page}`, {
    headers: { accept: "application/json" },
  });
  const { items } = (await reply.json()) as { items: FeedItem[] };
  return items;
}

/** Adds a fault to the sandbox. */
export async function injectFault(fields: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${sandboxUrl()}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!reply.ok) throw new Error(await reply.text());
}

export async function writeComment(postId: string, text: string, parentId?: string): Promise<string> {
  const reply = await fetch(`${sandboxUrl()}/posts/${postId}/comments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, author_name: "Grace", ...(parentId ? { parent_id: parentId } : {}) }),
  });
  const { id } = (await reply.json()) as { id: string };
  return id;
}

export async function deleteComment(postId: string, id: string): Promise<void> {
  const reply = await fetch(`${sandboxUrl()}/posts/${postId}/comments/${id}`, { method: "DELETE" });
  if (!reply.ok) throw new Error(await reply.text());
}

/** Waits until a publication has one of some statuses. */
export function waitForPublication(
  { id: storeId, owner }: Store,
  publicationId: string,
  ...statuses: Publication["status"][]
): Promise<Publication> {
  return eventually(
    async () => {
      const found = await ok(publications.getPublication, { params: { storeId, publicationId }, as: owner });
      return statuses.includes(found.status) && found;
    },
    `a publication that is ${statuses.join(" or ")}`,
  );
}

/** Publishes a text now and waits for the post. */
export async function publishText(store: Store, accountId: string, text: string): Promise<Publication> {
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body: { social_account_id: accountId, content: { text }, publish: true },
  });
  return waitForPublication(store, publication.id, "published");
}
