import type { Answer, SeedApi } from "#infra/local/seed/api.ts";
import { waitFor } from "#infra/local/wait-for.ts";

const COMMENTS = [
  "When do you open on Sundays?",
  "Wie viel kostet ein Kilo?",
  "Best coffee in town, thank you!",
  "My order has not arrived and nobody answers",
  "Earn money fast, click the link in bio",
];

const MONTH_SECONDS = 30 * 24 * 3600;

/** Connects a sandbox account, and creates publications in every status and moderated comments. */
export async function seedSocial(api: SeedApi): Promise<string[]> {
  const base = `/v1/stores/${api.store.id}`;
  const network = await sandboxUrlOf(api);
  const account = await connectAccount(api, base);
  const page = account.page;
  const make = async (text: string, more: object = {}): Promise<Answer> => {
    const body = { social_account_id: account.id, content: { type: "sandbox", text }, ...more };
    const { publication }: Answer & { publication?: Answer } = await api.post(`${base}/social-publications`, {
      body,
    });
    if (!publication) throw new Error("The publication was not answered.");
    return publication;
  };
  const path = (id: string) => `${base}/social-publications/${id}`;
  const become = (id: string, status: string) =>
    waitFor(async () => {
      const found = await api.get(path(id));
      return found.status === status ? found : undefined;
    }, `The publication ${id} did not become ${status}.`);
  const takeStep = (id: string, word: string) =>
    waitFor(async () => {
      const steps = JSON.stringify(await api.get(`${path(id)}/steps`));
      return steps.includes(word) || undefined;
    }, `The publication ${id} had no step with "${word}".`);
  // The network does not say whether this one is there. Asking it again takes long, so it begins first and ends last.
  await addFault(network, { account: page, step: "publish" });
  await addFault(network, { account: page, step: "lookup", times: 60 });
  const lost = await make("Nobody knows whether this one is there.", { publish: true });
  await takeStep(lost.id, "fault");
  const published = await make("Guji, washed, is back: jasmine and apricot.", { publish: true });
  const post = await become(published.id, "published");
  for (const text of COMMENTS) await writeComment(network, String(post.provider_post_id), text);
  await make("A draft: what shall we roast next?");
  await make("Doors open at eight tomorrow.", { scheduled_at: Math.floor(Date.now() / 1000) + 20 * 3600 });
  const cancelled = await make("Taken back in time.", { scheduled_at: Math.floor(Date.now() / 1000) + 3600 });
  await api.post(`${path(cancelled.id)}/cancel`);
  // With a rate limit of a month, the next publication stays in progress.
  await addFault(network, {
    account: page,
    step: "container",
    kind: "rate_limit",
    reset_after: MONTH_SECONDS,
  });
  const waiting = await make("Waiting until the network takes calls again.", { publish: true });
  await takeStep(waiting.id, "rate_limited");
  await addFault(network, { account: page, step: "container", code: "rejected" });
  await become((await make("The network refused this one.", { publish: true })).id, "failed");
  await become(lost.id, "unknown");
  await api.post(`${base}/social-publications/engagement/sync`, {
    body: { publication_ids: [published.id] },
  });
  await api.post(`${base}/social-publications/comments/classify`, { body: { publication_id: published.id } });
  api.variables.SOCIAL = account.id;
  api.variables.PUBLICATION = published.id;
  return [
    `a social account on the sandbox network, whose feed is at ${network}/feed?account=${page}`,
    `publications in every status, and ${COMMENTS.length} comments that are sorted`,
  ];
}

async function sandboxUrlOf({ address }: SeedApi): Promise<string> {
  const stack = await fetch(`${address}/_local`, { headers: { accept: "application/json" } });
  const { social }: { social: string } = JSON.parse(await stack.text());
  return social;
}

async function connectAccount(api: SeedApi, base: string): Promise<{ id: string; page: string }> {
  const accounts = `${base}/social-accounts/oauth`;
  const signIn = await api.post(`${accounts}/connect`, { body: { provider_type: "sandbox" } });
  const form = new URLSearchParams({ decision: "approve", destinations: "1" });
  const consentReply = await fetch(String(signIn.authorization_url), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const agreed = new URLSearchParams({ action: "connect" });
  await fetch(consentReply.headers.get("location") ?? "", { method: "POST", body: agreed });
  const attempt: Answer & { destination?: { external_account_id: string } } = await api.get(
    `${accounts}/attempts/${String(signIn.attempt_id)}`,
  );
  return { id: String(attempt.social_account_id), page: attempt.destination?.external_account_id ?? "" };
}

function writeComment(network: string, post: string, text: string): Promise<Response> {
  return sendJson(`${network}/posts/${post}/comments`, { text, author_name: "Grace" });
}

function addFault(network: string, fault: object): Promise<Response> {
  return sendJson(`${network}/faults`, fault);
}

async function sendJson(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}
