import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Destination } from "#lib/engagement/social/account-schema.ts";
import type { Content, ProviderType } from "#lib/engagement/social/schema.ts";
import type { Comments } from "./comments.ts";

export const STEPS = ["reversible", "publish", "lookup", "token", "people"] as const;
type StepKind = (typeof STEPS)[number];

/** `before` nothing is done and the connection breaks; `cut` it is done, and breaks; `after` it is done, and denied. */
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

export interface Reply {
  status: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** What a request is: a step, and what the network does on it. Throwing a `Refusal` answers it. */
interface Act {
  step: StepKind;
  run(): Reply;
}

export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, json: unknown, headers?: Record<string, string>) {
    super(JSON.stringify(json));
    this.reply = { status, json, ...(headers ? { headers } : {}) };
  }
}

export interface Rules {
  act(request: Request): Act;
  /** The network's own words for too many calls, and for a failure that says nothing. */
  limited(): Reply;
  broken(): Reply;
}

/** A network that stands in for a real one: as strict, and failing when told to. */
export interface StandIn {
  type: ProviderType;
  destination: Destination;
  scopes: string[];
  access: string;
  refresh: string | null;
  content(text: string, mediaId: string): Content;
  needs: "nothing" | "picture" | "video";
  /** How often a text is on the feed. */
  count(text: string): number;
  /** Irreversible calls that were made although one of the same attempt had no clear answer before. */
  repeated(): number;
  fates: Map<StepKind, FaultKind[]>;
  clock: Clock;
  /** Further kinds of posts than that of `content`. */
  others: ((text: string, files: Files) => Content)[];
  /** What is said below its posts. */
  talk: Comments;
  /** Agrees to a sign-in on the network's page, but for one scope; the code that the browser brings back. */
  consent(address: string, without?: string): string;
  /** How often tokens were renewed. */
  renewals(): number;
  origins: string[];
  url: string;
  calls: Request[];
  answer(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  stop(): void;
}

/** Media of a store: two pictures and a film. */
export interface Files {
  pictures: [string, string];
  film: string;
}

/** A network's clock in seconds; a proof sets it to its own. */
interface Clock {
  now(): number;
}

export function newClock(): Clock {
  return { now: () => Date.now() / 1000 };
}

/** Serves a network's rules on this machine. */
export async function serve(
  rules: Rules,
  fates: StandIn["fates"],
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
  return { calls, answer, ...(await listen(answer)) };
}

/** One address for several stand-ins of a network, which are told by the access token that they are called with. */
export function serveTogether(lanes: readonly StandIn[]): Promise<Pick<StandIn, "url" | "stop">> {
  return listen(async (incoming, response) => {
    const given = incoming.headers.authorization ?? "";
    const lane = lanes.find(({ access }) => given.includes(access));
    if (lane) await lane.answer(incoming, response);
    else response.writeHead(401).end();
  });
}

async function listen(answer: StandIn["answer"]): Promise<Pick<StandIn, "url" | "stop">> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Counts irreversible calls of one key that come after a first one. */
export function countRepeats() {
  const made = new Map<string, number>();
  return {
    note: (key: string) => void made.set(key, (made.get(key) ?? 0) + 1),
    repeated: () => [...made.values()].filter((count) => count > 1).length,
  };
}

/** Refuses parameters that a network does not know, as networks do. */
export function refuseUnknown(
  given: Iterable<string>,
  known: readonly string[],
  refuse: (name: string) => Refusal,
): void {
  for (const name of given) if (!known.includes(name)) throw refuse(name);
}
