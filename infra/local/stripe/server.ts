import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { safeListener, urlOf } from "#infra/request-listener.ts";
import type { Fault, StripeAccount, StripeStandIn } from "./account.ts";
import { AccountPayments } from "./account-payments.ts";
import type { Billing } from "./billing.ts";
import { type AccountEvent, callbackOf, newSecret, sendCallback, sendUntilAccepted } from "./callbacks.ts";
import { handleDashboardRequest } from "./dashboard.ts";
import { paramsIn } from "./form.ts";
import { Idempotency } from "./idempotency.ts";
import { paymentPage, portalPage } from "./page.ts";
import { Refusal } from "./refusal.ts";
import { answerRequest } from "./route.ts";

// The most requests a second for an account. Stripe allows 100, but local tests send requests much faster.
const MAX_PER_SECOND = 2000;

type Answer = [status: number, body: unknown];

/** Starts a stand-in for Stripe: an API that refuses unknown parameters, and a page on which customers pay. */
export async function startStripe(port = 0): Promise<StripeStandIn> {
  const accounts = new Map<string, StripeAccount>();
  const idempotency = new Idempotency();
  const faults: Fault[] = [];
  const calls: string[] = [];
  let url = "";
  const windows = new Map<string, { second: number; count: number }>();

  const account = (key: string): StripeAccount => {
    const known = accounts.get(key);
    if (known) return known;
    const made = newAccount(() => url);
    accounts.set(key, made);
    return made;
  };

  const api = (request: IncomingMessage, path: string, query: string, body: string): Answer => {
    const key = keyIn(request);
    const second = Math.floor(Date.now() / 1000);
    const known = windows.get(key);
    const window = known?.second === second ? { second, count: known.count + 1 } : { second, count: 1 };
    windows.set(key, window);
    if (window.count > MAX_PER_SECOND)
      return answerOf(
        new Refusal("Too many requests hit the API too quickly.", {
          code: "rate_limit",
          status: 429,
          type: "rate_limit_error",
        }),
      );
    const method = request.method ?? "";
    calls.push(`${method} ${path}`);
    const params = paramsIn(method === "GET" ? query : body);
    const run = (): Answer => {
      try {
        return [200, answerRequest(account(key).books, url, method, path, params)];
      } catch (error) {
        if (error instanceof Refusal) return answerOf(error);
        throw error;
      }
    };
    const idempotencyKey = request.headers["idempotency-key"];
    const scopedKey =
      method === "POST" && typeof idempotencyKey === "string" ? `${key} ${idempotencyKey}` : undefined;
    const at = faults.findIndex((each) => each.key === key && each.path.test(path));
    const [fault] = at >= 0 ? faults.splice(at, 1) : [];
    const faulty = (): Answer => {
      if (fault?.when === "before") return failureAnswer(fault.status);
      const answer = run();
      return fault ? failureAnswer(fault.status) : answer;
    };
    return scopedKey === undefined
      ? faulty()
      : idempotency.once(scopedKey, `${path}?${body}`, account(key).delayMs, faulty);
  };

  const server = createServer(
    safeListener("The stand-in for Stripe", async (request, response) => {
      const body = await readText(request);
      const at = urlOf(request);
      const desk = /^\/_desk\/(\w+)$/.exec(at.pathname)?.[1];
      if (desk !== undefined) {
        return handleDashboardRequest({ account, faults, misused: idempotency.misused }, desk, body).then(
          (reply) => respond(response, 200, reply),
          (error: unknown) => respond(response, 400, String(error)),
        );
      }
      const customer = /^\/portal\/(cus_\w+)$/.exec(at.pathname)?.[1];
      const mine = customer && billingWith(accounts, customer);
      if (mine) return portalPage(request, response, mine, customer, at.searchParams, body);
      const id = /^\/pay\/(cs_test_\w+)$/.exec(at.pathname)?.[1];
      if (id !== undefined) return paymentPage(request, response, booksWith(accounts, id), id, body);
      try {
        const [status, reply] = api(request, at.pathname, at.search.slice(1), body);
        const takes = request.method === "POST" && status === 200 ? account(keyIn(request)).delayMs : 0;
        if (takes > 0) await sleep(takes);
        respond(response, status, reply);
      } catch (error) {
        const [status, reply] = error instanceof Refusal ? answerOf(error) : failureAnswer(500);
        respond(response, status, reply);
      }
    }),
  );
  url = await listen(server, port);
  // Longer than clients keep idle connections open, so that the server never closes one during a request.
  server.keepAliveTimeout = 300_000;
  return { url, account, faults, calls, misused: idempotency.misused, stop: () => stopServer(server) };
}

function newAccount(url: () => string): StripeAccount {
  const underway = new Set<Promise<void>>();
  const made: StripeAccount = {
    books: new AccountPayments(url, (event: AccountEvent) => {
      const callback = callbackOf(event, made.books.now());
      made.callbacks.push(callback);
      if (made.holds || !made.listener) return;
      const sending = sendUntilAccepted(callback, made.listener).finally(() => underway.delete(sending));
      underway.add(sending);
    }),
    callbacks: [],
    listener: undefined,
    holds: false,
    hold: async (holds) => {
      made.holds = holds;
      await Promise.all(underway);
    },
    delayMs: 0,
    deliver: (callback, secret) =>
      made.listener
        ? sendCallback(callback, made.listener, secret)
        : Promise.reject(new Error("Nobody listens.")),
    listen(address) {
      const secret = newSecret();
      made.listener = { url: address, secrets: [secret, ...(made.listener?.secrets ?? [])].slice(0, 2) };
      return secret;
    },
  };
  return made;
}

/** The billing of the account that has this customer. */
function billingWith(accounts: Map<string, StripeAccount>, customer: string): Billing | undefined {
  return [...accounts.values()].map(({ books }) => books.billing).find((each) => each.of(customer));
}

/** The payments of the account that has this session. */
function booksWith(accounts: Map<string, StripeAccount>, id: string): AccountPayments | undefined {
  return [...accounts.values()].find(({ books }) => books.sessions.has(id))?.books;
}

function keyIn({ headers }: IncomingMessage): string {
  const key = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  if (!/^(sk|rk)_test_\w{3,}$/.test(key) || key.endsWith("_refused"))
    throw new Refusal(`Invalid API Key provided: ${key.slice(0, 8)}****`, { status: 401 });
  return key;
}

function answerOf(refusal: Refusal): Answer {
  return [refusal.status, refusal.body()];
}

function failureAnswer(status: number): Answer {
  return [status, { error: { type: "api_error", message: "Sorry, something went wrong." } }];
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": `req_${Date.now()}` });
  response.end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`);
    });
  });
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
