import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { canBuild } from "#infra/console-files.ts";
import { messageOf } from "#infra/failure.ts";
import type { Addresses } from "./addresses.ts";
import type { DemoWatch } from "./demo-state.ts";
import type { Mount } from "./gateway.ts";
import type { Manifest } from "./handlers.ts";
import { homePage } from "./home-page.ts";
import type { GatewayRequest } from "./http-event.ts";
import { codeIn, listMails, subjectsTo } from "./inbox.ts";
import { inboxPage, mailPage } from "./inbox-page.ts";
import { morePage } from "./more-page.ts";
import { isForeignOrigin } from "./origin-check.ts";
import type { Pumps } from "./pumps.ts";
import { corsHeaders } from "./reply.ts";
import { readBody } from "./request-body.ts";
import { serveDemo, serveTryIt } from "./try-it/serve.ts";
import type { Webhooks } from "./webhooks.ts";
import { webhooksPage } from "./webhooks-page.ts";

interface LocalParts {
  addresses: Addresses;
  pumps: Pumps;
  webhooks: Webhooks;
  manifest: Manifest;
  /** The example shop. */
  shop: Mount;
  demo: DemoWatch;
}

type PageHandler = (request: GatewayRequest, incoming: IncomingMessage, response: ServerResponse) => unknown;

/** The longest delay in seconds that a request to the webhook inspector can ask for. */
const MAX_DELAY_SECONDS = 60;

export const redirectToHome: Mount = ({ method, path }, _incoming, response) => {
  if (path !== "/" || (method !== "GET" && method !== "HEAD")) return false;
  response.writeHead(302, { location: "/_local" }).end();
  return true;
};

/** Everything under `/_local`: pages for people and controls for tests. */
export function localMount(parts: LocalParts): Mount {
  const pages: Record<string, PageHandler> = {
    "GET ": (_request, incoming, response) =>
      wantsJson(incoming) ? sendJson(response, parts.addresses) : serveHome(parts, response),
    "GET more": (_request, _incoming, response) => sendHtml(response, morePage(parts)),
    "GET try-it": ({ segments }, _incoming, response) => serveTryIt(response, segments[2]),
    "GET demo": (_request, _incoming, response) => serveDemo(response, parts.demo.variables()),
    "PUT demo": (_request, incoming, response) =>
      runControl(response, async () => parts.demo.report(String(await readBody(incoming)))),
    "GET inbox": (request, incoming, response) => serveInbox(parts, request, incoming, response),
    "GET shop": parts.shop,
    "PUT shop": parts.shop,
    "GET code": (request, _incoming, response) => latestCode(parts, request, response),
    "POST drain": (request, _incoming, response) =>
      runControl(response, () => parts.pumps.drain(drainOptions(request))),
    "POST pause-while-connected": ({ segments }, _incoming, response) =>
      pauseWhileConnected(parts.pumps, segments[2] ?? "stream", response),
    "POST hold": (request, _incoming, response) =>
      runControl(response, () => parts.pumps.hold(request.segments[2] ?? "", textToHold(request))),
    "POST release": (request, _incoming, response) =>
      runControl(response, () => parts.pumps.release(request.segments[2] ?? "", textToHold(request))),
    "POST tick": (request, _incoming, response) =>
      runControl(response, () => parts.pumps.tick(request.segments[2], numberIn(request, "time"))),
  };
  return async (request, incoming, response) => {
    const [, name = ""] = request.segments;
    const { method = "GET", headers } = incoming;
    const { host = "", origin } = headers;
    // Pages of any site may send GET and HEAD, as they may to the API.
    const isRead = method === "GET" || method === "HEAD";
    if (isForeignOrigin(host, isRead ? undefined : origin)) {
      response.writeHead(403, { "content-type": "text/plain" }).end("Only pages of this stack may do this.");
      return true;
    }
    if (name === "webhooks") {
      await inspectWebhook(parts.webhooks, request, incoming, response);
      return true;
    }
    const page = pages[`${request.method} ${name}`];
    if (!page) return false;
    await page(request, incoming, response);
    return true;
  };
}

async function serveHome({ addresses, demo }: LocalParts, response: ServerResponse): Promise<void> {
  const [state, mails] = await Promise.all([demo.read(), listMails(addresses.aws.ses)]);
  const now = Math.floor(Date.now() / 1000);
  sendHtml(response, homePage({ addresses, demo: state, mails, hasConsole: canBuild(), now }));
}

async function inspectWebhook(
  webhooks: Webhooks,
  request: GatewayRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = request.segments.slice(2).join("/");
  if (request.method === "GET" || request.method === "HEAD") {
    const received = webhooks.list(name || undefined);
    if (wantsJson(incoming)) return sendJson(response, { items: received });
    return sendHtml(response, webhooksPage(received, name));
  }
  if (request.method === "DELETE" && !name) {
    webhooks.clear();
    return sendJson(response, { deleted: true });
  }
  const body = await readBody(incoming);
  const status = numberIn(request, "status") ?? 200;
  webhooks.add({
    name,
    method: request.method,
    query: request.query,
    headers: textHeaders(incoming),
    body: body === "too large" ? "(more than 10 MB)" : (body?.toString("utf8") ?? ""),
    status,
    received_at: new Date().toISOString(),
  });
  const delay = Math.min(numberIn(request, "delay") ?? 0, MAX_DELAY_SECONDS);
  if (delay > 0) await sleep(delay * 1000);
  const retry = numberIn(request, "retry_after");
  sendJson(response, { received: true }, status, retry === undefined ? {} : { "retry-after": String(retry) });
}

/** Serves the list of mails, one mail, or an attachment. */
async function serveInbox(
  { addresses }: LocalParts,
  { segments, query }: GatewayRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const mails = await listMails(addresses.aws.ses);
  const id = decodeURIComponent(segments[2] ?? "");
  if (!id)
    return wantsJson(incoming) ? sendJson(response, { items: mails }) : sendHtml(response, inboxPage(mails));
  const mail = mails.find(({ messageId }) => messageId === id);
  if (!mail) return sendJson(response, { message: "There is no such mail." }, 404);
  const file = new URLSearchParams(query).get("file");
  if (file === null) return sendHtml(response, mailPage(mail));
  const attached = mail.attachments?.[Number(file)];
  if (!attached) return sendJson(response, { message: "There is no such file." }, 404);
  response.writeHead(200, { "content-type": attached.contentType, "content-disposition": "attachment" });
  response.end(Buffer.from(attached.content, "base64"));
}

/** The newest sign-in code for an email address as plain text, for scripts. */
async function latestCode(
  { addresses, pumps }: LocalParts,
  { query }: GatewayRequest,
  response: ServerResponse,
): Promise<void> {
  const email = new URLSearchParams(query).get("email") ?? "";
  // Waits for a mail that workers still have to send, but at most ten seconds.
  await Promise.resolve(pumps.drain({ timeout: 10_000 })).catch(() => undefined);
  const subjects = await subjectsTo(addresses.aws.ses, email);
  const code = email && subjects.map(codeIn).findLast((found) => found !== undefined);
  if (!code) return sendJson(response, { message: `No code was mailed to "${email}".` }, 404);
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${code}\n`);
}

async function runControl(response: ServerResponse, act: () => void | Promise<void>): Promise<void> {
  try {
    await act();
    sendJson(response, { ok: true });
  } catch (error) {
    sendJson(response, { ok: false, message: messageOf(error) }, 409);
  }
}

/** Pauses a worker, answers, and resumes the worker when the caller closes the connection or ends. */
async function pauseWhileConnected(pumps: Pumps, id: string, response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (response.destroyed) resolve();
    else response.once("close", resolve);
  });
  try {
    await pumps.pause(id);
  } catch (error) {
    return sendJson(response, { ok: false, message: messageOf(error) }, 409);
  }
  void closed.then(() => pumps.resume(id));
  response.writeHead(200, { "content-type": "text/plain" }).flushHeaders();
}

function textToHold({ query }: GatewayRequest): string {
  const of = new URLSearchParams(query).get("of");
  // Refuses a missing `of`: an empty text would hold the messages of all stores.
  if (!of) throw new Error("Say what is held: ?of= and a text, such as the id of a store.");
  return of;
}

function drainOptions(request: GatewayRequest) {
  const of = new URLSearchParams(request.query).get("of") ?? undefined;
  return { rounds: numberIn(request, "rounds"), timeout: numberIn(request, "timeout"), of };
}

function numberIn({ query }: GatewayRequest, name: string): number | undefined {
  const text = new URLSearchParams(query).get(name);
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function wantsJson(incoming: IncomingMessage): boolean {
  return (incoming.headers.accept ?? "").includes("application/json");
}

function textHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers = Object.entries(incoming.headers);
  return Object.fromEntries(
    headers.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]),
  );
}

function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const safe = status >= 200 && status <= 599 ? status : 200;
  response.writeHead(safe, {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...corsHeaders(),
    ...headers,
  });
  response.end(safe === 204 || safe === 304 ? undefined : `${JSON.stringify(value, null, 2)}\n`);
}

function sendHtml(response: ServerResponse, page: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(page);
}
