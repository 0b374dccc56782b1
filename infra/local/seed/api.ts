import { messageOf, StartFailure } from "#infra/failure.ts";
import { codeIn, subjectsTo } from "#infra/local/inbox.ts";
import { waitFor } from "#infra/local/wait-for.ts";

/** A JSON object that the API answered. */
export type Answer = Record<string, unknown> & { id: string };

interface SeedRequest {
  body?: unknown;
  query?: Record<string, string>;
  /** Another bearer token than the owner's; `null` sends none. */
  token?: string | null;
  headers?: Record<string, string>;
}

/** The API as a seed speaks to it: over HTTP, as the owner of the demo store. */
export interface SeedApi {
  readonly address: string;
  /** Where the stand-in for SES answers. */
  readonly ses: string;
  readonly store: { id: string; key: string };
  /** API token of the owner. */
  readonly token: string;
  readonly email: string;
  /** What the shell is given besides, for commands to copy. */
  readonly variables: Record<string, string>;
  get(path: string, request?: SeedRequest): Promise<Answer>;
  post(path: string, request?: SeedRequest): Promise<Answer>;
  put(path: string, request?: SeedRequest): Promise<Answer>;
}

/** Signs in with the code from the inbox, opens the demo store, and gives the API for the rest. */
export async function makeApi(address: string, ses: string, email: string): Promise<SeedApi> {
  const send = sender(address);
  const since = Math.floor(Date.now() / 1000) - 1;
  const before = (await subjectsTo(ses, email, since)).length;
  const { challenge_id } = await send("POST", "/v1/auth/code", { body: { email }, token: null });
  const code = await newCode(ses, email, since, before);
  const signedIn = await send("POST", "/v1/auth/verify", { body: { challenge_id, code }, token: null });
  const session = String(signedIn.access_token);
  // Access tokens last an hour; a demo is looked at for longer.
  const made = await send("POST", "/v1/accounts/me/api-tokens", { body: { name: "Demo" }, token: session });
  const token = String(made.value);
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

type Send = ReturnType<typeof sender>;

// A demo is larger than what costs nothing. Where the stack sells no plans there is nothing to choose.
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

/** An answer of the API that a seed cannot go on with. */
export class Refusal extends StartFailure {
  readonly status: number;
  constructor(asked: string, status: number, answer: Record<string, unknown>) {
    const { message, validationErrors } = answer;
    const faults = Array.isArray(validationErrors) && validationErrors.length > 0;
    super(`${asked} answered ${status}: ${message}${faults ? ` ${JSON.stringify(validationErrors)}` : ""}`);
    this.status = status;
  }
}

/** Requests that are made at once: more would wait for the stack's one processor anyway, and then for too long. */
const ABREAST = 8;

/** Sends requests to an API. */
export function sender(address: string) {
  let free = ABREAST;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(act: () => Promise<T>): Promise<T> => {
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
    inTurn(() => sendOnce(address, method, path, request));
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

/** The code in the newest mail to an address after so many that were there before. */
function newCode(ses: string, email: string, since: number, before: number): Promise<string> {
  return waitFor(async () => {
    const codes = (await subjectsTo(ses, email, since)).slice(before).map(codeIn);
    return codes.findLast((found) => found !== undefined);
  }, `No mail with a code came to ${email}.`);
}
