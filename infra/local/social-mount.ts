import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Mount } from "#infra/local/gateway.ts";
import type { GatewayRequest } from "#infra/local/http-event.ts";
import { readBody } from "#infra/local/request-body.ts";
import type { SandboxAction, SandboxRequest } from "./social/action.ts";
import { actionOf } from "./social/actions.ts";
import { type Fault, Faults, readFault } from "./social/faults.ts";
import { consentPage, feedPage } from "./social/pages.ts";
import { destinationOf, type Network, newId } from "./social/store.ts";

/** First segment of the path of the sandbox network. */
export const SOCIAL_SEGMENT = "_social";

const MAX_PAGES = 5;
/** Milliseconds after which a `timeout` fault breaks the connection. */
const HANG_MS = 300;

/** A stand-in for a social network, with a consent page, a feed, comments and faults on demand. */
export function socialMount(api: string, network: Network): Mount {
  const base = `${api}/${SOCIAL_SEGMENT}`;
  const faults = new Faults();
  return async (request, incoming, response) => {
    const parsedRequest = await readRequest(request, incoming);
    const [, first = ""] = parsedRequest.path;
    if (first === "authorize") authorize(parsedRequest, network, response);
    else if (first === "faults") changeFaults(parsedRequest, faults, response);
    else if (parsedRequest.method === "GET" && (first === "" || first === "feed"))
      showFeed(parsedRequest, network, base, response);
    else await performAction(actionOf(network, parsedRequest, base), parsedRequest, faults, response);
    return true;
  };
}

async function readRequest(request: GatewayRequest, incoming: IncomingMessage): Promise<SandboxRequest> {
  const bytes = await readBody(incoming);
  const text = bytes === "too large" ? "" : (bytes?.toString("utf8") ?? "");
  const type = incoming.headers["content-type"] ?? "";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  return {
    method: request.method,
    path: request.segments,
    query: new URLSearchParams(request.query),
    body: isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonIn(text),
    isForm,
    token: (incoming.headers.authorization ?? "").replace(/^Bearer /i, ""),
    wantsHtml: (incoming.headers.accept ?? "").includes("text/html"),
  };
}

function authorize(
  { method, query, body }: SandboxRequest,
  network: Network,
  response: ServerResponse,
): void {
  const store = query.get("store") ?? "";
  if (method === "GET") {
    const all = Array.from({ length: MAX_PAGES }, (_, index) => destinationOf(store, index + 1));
    sendHtml(response, consentPage(all));
    return;
  }
  const back = URL.parse(query.get("redirect_uri") ?? "");
  if (!back) {
    sendJson(response, 400, errorBody("invalid_request", "redirect_uri is missing"));
    return;
  }
  back.searchParams.set("state", query.get("state") ?? "");
  if (body.decision === "approve") {
    const count = Math.min(MAX_PAGES, Math.max(1, Number(body.destinations ?? 1) || 1));
    const code = newId("code");
    network.codes.set(code, {
      redirect: query.get("redirect_uri") ?? "",
      challenge: query.get("code_challenge") ?? "",
      destinations: Array.from({ length: count }, (_, index) => destinationOf(store, index + 1)),
    });
    back.searchParams.set("code", code);
  } else {
    back.searchParams.set("error", "access_denied");
  }
  response.writeHead(302, { location: back.href, "cache-control": "no-store" }).end();
}

function changeFaults({ method, body }: SandboxRequest, faults: Faults, response: ServerResponse): void {
  if (method === "DELETE") {
    faults.clear();
    sendJson(response, 200, { deleted: true });
    return;
  }
  const fault = readFault(body);
  if (typeof fault === "string") {
    sendJson(response, 400, errorBody("invalid_fault", fault));
    return;
  }
  faults.add(fault);
  sendJson(response, 200, { added: true });
}

function showFeed(
  { query, wantsHtml }: SandboxRequest,
  network: Network,
  base: string,
  response: ServerResponse,
): void {
  const account = query.get("account");
  const posts = [...network.posts.values()]
    .filter((post) => account === null || post.account === account)
    .reverse();
  if (wantsHtml) {
    sendHtml(response, feedPage(account ?? "Sandbox network", posts, base));
    return;
  }
  const items = posts.map(({ id, text, link, media, created_at, comments }) => ({
    id,
    text,
    link,
    media,
    created_at,
    comments,
  }));
  sendJson(response, 200, { items });
}

/** Performs an action, or fails it before, during or after the action if a fault is pending. */
async function performAction(
  act: SandboxAction,
  parsedRequest: SandboxRequest,
  faults: Faults,
  response: ServerResponse,
): Promise<void> {
  const fault = act.step && faults.take(act.step, act.account);
  if (!fault) return sendAnswer(parsedRequest, act.run(), response);
  if (fault.when !== "before") act.run();
  if (fault.kind === "timeout") await sleep(HANG_MS);
  if (fault.kind === "timeout" || fault.when === "during") return void response.destroy();
  const { status, body } = faultReply(fault, act.step === "token");
  sendJson(response, status, body);
}

function faultReply({ kind, code, reset_after }: Fault, atToken: boolean) {
  if (kind === "rate_limit") {
    const reset_at = Math.ceil(Date.now() / 1000 + reset_after);
    return { status: 429, body: { error: { code: "rate_limited", message: "Too many calls.", reset_at } } };
  }
  if (kind === "invalid_grant") {
    return atToken
      ? { status: 400, body: errorBody("invalid_grant", "The grant is not good any more.") }
      : { status: 401, body: errorBody("unauthorized", "The token is not good.") };
  }
  return { status: code === "rejected" ? 422 : 500, body: errorBody(code, "A fault on demand.") };
}

function sendAnswer(
  { isForm, wantsHtml }: SandboxRequest,
  { status, body }: ReturnType<SandboxAction["run"]>,
  response: ServerResponse,
): void {
  // A browser that sent a comment form gets the feed again.
  if (isForm && wantsHtml && status < 400)
    return void response.writeHead(303, { location: `/${SOCIAL_SEGMENT}/` }).end();
  sendJson(response, status, body);
}

function errorBody(code: string, message: string) {
  return { error: { code, message } };
}

function jsonIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(value));
}

function sendHtml(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(text);
}
