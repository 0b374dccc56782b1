import { messageOf, StartFailure } from "#infra/failure.ts";
import { codeIn, subjectsTo } from "#infra/local/inbox.ts";
import { waitFor } from "#infra/local/wait-for.ts";

export type Answer = Record<string, unknown> & { id: string };

interface SeedRequest {
  body?: unknown;
  query?: Record<string, string>;
  /** Replaces the owner's token; `null` sends none. */
  token?: string | null;
  headers?: Record<string, string>;
}

/** The API over HTTP, called as the owner of the demo store. */
export interface SeedApi {
  readonly address: string;
  /** URL of the SES emulator. */
  readonly ses: string;
  readonly store: { id: string; key: string };
  /** API token of the owner. */
  readonly token: string;
  readonly email: string;
  /** Shell variables for the commands that the greeting prints. */
  readonly variables: Record<string, string>;
  get(path: string, request?: SeedRequest): Promise<Answer>;
  post(path: string, request?: SeedRequest): Promise<Answer>;
  put(path: string, request?: SeedRequest): Promise<Answer>;
}

/** Signs in with the code from the inbox and opens the demo store. */
export async function openDemoStore(address: string, ses: string, email: string): Promise<SeedApi> {
  const send = makeSender(address);
  const since = Math.floor(Date.now() / 1000) - 1;
  const before = (await subjectsTo(ses, email, since)).length;
  const { challenge_id } = await send("POST", "/v1/auth/code", { body: { email }, token: null });
  const code = await waitForCode(ses, email, since, before);
  const signedIn = await send("POST", "/v1/auth/verify", { body: { challenge_id, code }, token: null });
  const session = String(signedIn.access_token);
  // Creates an API token, because access tokens expire after an hour.
  const apiToken = await send("POST", "/v1/accounts/me/api-tokens", {
    body: { name: "Demo" },
    token: session,
  });
  const token = String(apiToken.value);
  const as = (request: SeedRequest = {}): SeedRequest => ({ token, ...request });
  const key = `demo-${Date.now().toString(36)}`;
  const emails = { support: "support@example.com", billing: email };
  const body = { key, name: "Kiln & Bean", timezone: "Europe/Berlin", languages: ["en", "de"], emails };
  const store = await send("POST", "/v1/stores", as({ body }));
  await takeLargestPlan(send, store.id, as);
  return {
    address,
    ses,
    store: { id: store.id, key },
    token,
    email,
    variables: { API: address, STORE: store.id, TOKEN: token },
    get: (path, request) => send("GET", path, as(request)),
    post: (path, request) => send("POST", path, as(request)),
    put: (path, request) => send("PUT", path, as(request)),
  };
}

type Send = ReturnType<typeof makeSender>;

// Buys the largest plan, because the demo exceeds a free plan. A stack without plans has no limits.
async function takeLargestPlan(
  send: Send,
  storeId: string,
  as: (request?: SeedRequest) => SeedRequest,
): Promise<void> {
  const home = "http://localhost:3000";
  const plans: unknown = await send("GET", "/v1/businesses/plans", as());
  const largest: unknown = Array.isArray(plans) ? plans.at(-1) : undefined;
  const planId = typeof largest === "object" && largest && "id" in largest ? String(largest.id) : "";
  if (!Array.isArray(plans) || plans.length < 2) return;
  const body = { planId, successUrl: home, cancelUrl: home };
  const { url } = await send("POST", `/v1/businesses/${storeId}/subscribe`, as({ body }));
  await fetch(String(url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ decision: "approve" }),
  });
}

/** The API refused a request of the seed. */
export class Refusal extends StartFailure {
  readonly status: number;
  constructor(call: string, status: number, answer: Record<string, unknown>) {
    const { message, validationErrors } = answer;
    const faults = Array.isArray(validationErrors) && validationErrors.length > 0;
    super(`${call} answered ${status}: ${message}${faults ? ` ${JSON.stringify(validationErrors)}` : ""}`);
    this.status = status;
  }
}

/** The most concurrent requests: more would time out, because the stack uses only one processor. */
const MAX_CONCURRENT = 8;

export function makeSender(address: string) {
  let free = MAX_CONCURRENT;
  const waiting: (() => void)[] = [];
  const whenFree = async <T>(act: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((go) => waiting.push(go));
    else free -= 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return (method: string, path: string, request: SeedRequest): Promise<Answer> =>
    whenFree(() => sendOnce(address, method, path, request));
}

async function sendOnce(
  address: string,
  method: string,
  path: string,
  request: SeedRequest,
): Promise<Answer> {
  const { body, query, token, headers } = request;
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const response = await fetch(`${address}${path}${search}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new StartFailure(
      `${address} does not answer: ${messageOf(error)}. Start the stack first: npm start`,
    );
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Refusal(`${method} ${path}`, response.status, answer);
  return answer;
}

/** Waits for a mail with a sign-in code. `before`: how many earlier mails to this address to ignore. */
function waitForCode(ses: string, email: string, since: number, before: number): Promise<string> {
  return waitFor(async () => {
    const codes = (await subjectsTo(ses, email, since)).slice(before).map(codeIn);
    return codes.findLast((found) => found !== undefined);
  }, `No mail with a code came to ${email}.`);
}
