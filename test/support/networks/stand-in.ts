import type { IncomingMessage, ServerResponse } from "node:http";
import type { Destination } from "#lib/engagement/social/account-schema.ts";
import type { Content, ProviderType } from "#lib/engagement/social/schema.ts";
import { serve } from "#test/support/serve.ts";
import type { Comments } from "./comments.ts";

export const STEP_KINDS = ["reversible", "publish", "lookup", "token", "people"] as const;
type StepKind = (typeof STEP_KINDS)[number];

/**
 * `before`: the connection breaks before the call takes effect; `cut`: it breaks after that; `after`: the call takes
 * effect, but an error is answered; `limited`: only the rate limit error is answered.
 */
export type FaultKind = "before" | "cut" | "after" | "limited";

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
  json: Record<string, unknown>;
  form: URLSearchParams;
}

export type Reply = { status: number; json?: unknown; headers?: Record<string, string> };

/** The kind of a call and its effect. A `Refusal` that is thrown becomes the answer. */
type NetworkStep = { step: StepKind; run(): Reply };

export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, json: unknown, headers?: Record<string, string>) {
    super(JSON.stringify(json));
    this.reply = { status, json, ...(headers ? { headers } : {}) };
  }
}

export interface NetworkRules {
  act(request: Request): NetworkStep;
  /** The network's rate limit error. */
  limited(): Reply;
  broken(): Reply;
}

/** A stand-in for a network, as strict as the real one, with faults on demand. */
export interface StandIn {
  type: ProviderType;
  destination: Destination;
  scopes: string[];
  access: string;
  refresh: string | null;
  content(text: string, mediaId: string): Content;
  needs: "nothing" | "picture" | "video";
  /** How many posts have this text. */
  count(text: string): number;
  /** Number of irreversible calls that were repeated although the first had no clear answer. */
  repeated(): number;
  faults: Map<StepKind, FaultKind[]>;
  clock: Clock;
  /** Other kinds of posts than `content`. */
  others: ((text: string, files: PostFiles) => Content)[];
  /** Comments below its posts. */
  talk: Comments;
  /** Agrees to a sign-in, but not to the scope `without`. Returns the code that the browser brings back. */
  consent(address: string, without?: string): string;
  /** Number of token renewals. */
  renewals(): number;
  origins: string[];
  url: string;
  calls: Request[];
  answer(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  stop(): void;
}

/** Two pictures and a video. */
export type PostFiles = { pictures: [string, string]; film: string };

/** A network's clock in seconds, which a proof can set. */
type Clock = { now(): number };

export function newClock(): Clock {
  return { now: () => Date.now() / 1000 };
}

export async function serveStandIn(
  rules: NetworkRules,
  fates: StandIn["faults"],
): Promise<Pick<StandIn, "url" | "calls" | "stop" | "answer">> {
  const calls: Request[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
    const body = Buffer.concat(chunks);
    const type = incoming.headers["content-type"] ?? "";
    const request: Request = {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body,
      json: type.startsWith("application/json") && body.length > 0 ? JSON.parse(body.toString("utf8")) : {},
      form: new URLSearchParams(type.includes("urlencoded") ? body.toString("utf8") : ""),
    };
    calls.push(request);
    const send = ({ status, json, headers = {} }: Reply) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(json === undefined ? "" : JSON.stringify(json));
    };
    try {
      const act = rules.act(request);
      const fate = fates.get(act.step)?.shift();
      if (fate === "before") return void response.destroy();
      if (fate === "limited") return send(rules.limited());
      const reply = act.run();
      if (fate === "cut") return void response.destroy();
      send(fate === "after" ? rules.broken() : reply);
    } catch (error) {
      if (error instanceof Refusal) return send(error.reply);
      send({ status: 500, json: { error: String(error) } });
    }
  };
  return { calls, answer, ...(await serve(answer)) };
}

/** Serves several stand-ins of a network at one URL: the access token chooses one. */
export function serveTogether(standIns: readonly StandIn[]): Promise<Pick<StandIn, "url" | "stop">> {
  return serve(async (incoming, response) => {
    const given = incoming.headers.authorization ?? "";
    const chosen = standIns.find(({ access }) => given.includes(access));
    if (chosen) await chosen.answer(incoming, response);
    else response.writeHead(401).end();
  });
}

/** Counts repeated irreversible calls by key. */
export function countRepeats() {
  const firstCalls = new Map<string, number>();
  return {
    note: (key: string) => void firstCalls.set(key, (firstCalls.get(key) ?? 0) + 1),
    repeated: () => [...firstCalls.values()].filter((count) => count > 1).length,
  };
}

/** @throws Refusal for parameters that the network does not know */
export function refuseUnknown(
  given: Iterable<string>,
  known: readonly string[],
  refuse: (name: string) => Refusal,
): void {
  for (const name of given) if (!known.includes(name)) throw refuse(name);
}
