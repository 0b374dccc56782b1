import { type Key, keyName } from "#core/dynamo/key.ts";
import type { Family, Need, Permission } from "#core/http/contract.ts";
import type { Language } from "#core/texts/language.ts";
import { optionalEnv } from "./env.ts";

/** Who is calling. */
export type Actor =
  | { kind: "nobody" }
  | {
      kind: "person";
      id: string;
      via: "session" | "token";
      /** Id of the session or API token that was shown. */
      credentialId: string;
      provider: string;
      guest: boolean;
      super: boolean;
      /** Set when the session works for one store alone. */
      storeId?: string;
    }
  | {
      kind: "visitor";
      id: string;
      /** Contacts that this session was of before. */
      former: readonly string[];
      storeId: string;
      credentialId: string;
    }
  | { kind: "system"; id: string };

export type Role = "owner" | "admin" | "member" | "viewer";

/** What an Idempotency-Key binds: its record's key, and what the request was. */
export interface Idempotency {
  pk: string;
  fingerprint: string;
  status: number;
  committed: boolean;
  /** An answer as it is kept. */
  asText(answer: unknown): string;
}

/** Everything a verb may know about its caller and its moment. Passed by hand; nothing else is ambient. */
export interface Context {
  readonly requestId: string;
  /** Name of the operation or worker. */
  readonly operation: string;
  /** Interface that the operation is of; workers are of the stores'. */
  readonly family: Family;
  /** What the operation asks of its callers; nothing for workers. */
  readonly needs?: Need;
  readonly actor: Actor;
  /** Time in whole seconds. */
  now(): number;
  /** Time with fractions: ids made from it keep their order. */
  readonly clock: Clock;
  /** Address that the caller is counted by, empty for workers; of IPv6 it stands for its 64 bits. */
  readonly ip: string;
  readonly userAgent: string;
  /** Language that the caller asks for, of those that there are texts in. */
  readonly language?: Language | undefined;
  /** Languages that the caller likes, best first, whether or not there are texts in them: tags in small letters. */
  readonly languages?: readonly string[] | undefined;
  /** What the caller may do with a tenant; asked once and then known for this request. */
  may(permission: Permission, tenantId: string): Promise<boolean>;
  /** What the request must have read before it writes or ends. Reads that are given the context take it along. */
  guards: Guards | undefined;
  /** Event types that the operation declares; announcing another is a defect. */
  readonly emits?: readonly string[];
  idempotency?: Idempotency;
  /** Set by what found that it had been done before: 200 in place of 201. */
  status?: 200;
  /** The rate budgets that the request took from: times and seconds of each window, times left, seconds to the next. */
  budgets?: readonly { name: string; count: number; seconds: number; left: number; resets: number }[];
}

/** Whether the caller can be somebody new with every request: nobody, a guest, a visitor. */
export function isAnonymous({ actor }: Pick<Context, "actor">): boolean {
  return actor.kind === "nobody" || actor.kind === "visitor" || (actor.kind === "person" && actor.guest);
}

/** Whom a visitor is known by: the contact that it is, and those that it was before. */
export function contactIds(actor: Extract<Actor, { kind: "visitor" }>): string[] {
  return [actor.id, ...actor.former];
}

/** Whether what names a contact is the visitor's who calls. */
export function isVisitorsContact({ actor }: Pick<Context, "actor">, id: string | null | undefined): boolean {
  return actor.kind === "visitor" && Boolean(id) && contactIds(actor).includes(id ?? "");
}

/** The person who calls; for operations whose `needs` let nobody else in. */
export function person(ctx: Context): Extract<Actor, { kind: "person" }> {
  if (ctx.actor.kind !== "person") throw new Error(`${ctx.operation} expects a person.`);
  return ctx.actor;
}

/** The storefront visitor who calls; for operations that need one. */
export function visitor(ctx: Context): Extract<Actor, { kind: "visitor" }> {
  if (ctx.actor.kind !== "visitor") throw new Error(`${ctx.operation} expects a visitor.`);
  return ctx.actor;
}

const STAFF: readonly (Need | undefined)[] = ["READ", "WRITE", "ADMIN", "OWNER"];

/**
 * Whether a request came in by a door of the tenant's people, who have the permission that it asks for. Where one handler
 * has two doors, what comes by the other is a visitor's, whoever sends it.
 */
export function byStaff({ needs }: Pick<Context, "needs">): boolean {
  return STAFF.includes(needs);
}

/** The time in seconds, with fractions. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** A clock that stands still at `seconds`, for requests that the local stack lets choose their time. */
export function clockAt(seconds: number): Clock {
  return () => seconds;
}

/** The clock of one request or message: the system's, or the one asked for where the local stack allows it. */
export function requestClock(asked: string | undefined): Clock {
  if (!asked || optionalEnv("LOCAL_CLOCK") !== "1") return systemClock;
  const seconds = Number(asked);
  return Number.isFinite(seconds) ? clockAt(seconds) : systemClock;
}

type Item = Record<string, unknown> | undefined;
type Items = ReadonlyMap<string, Record<string, unknown>>;

/** An item that a request must have read before it writes or ends. */
export interface Guard {
  key: Key;
  /** Throws what the request answers where the item forbids it to go on. */
  judge(item: Item): void;
  /** Whether it was read and judged since the request began. What is tried again reads it again. */
  known?: boolean;
}

/** What carries the guards of a request; a context does. Work that nobody's request carries has none. */
export interface Guarded {
  guards: Guards | undefined;
}

/** The guards of one request. The first consistent read that is given them takes them along in its round trip. */
export interface Guards {
  /** The keys that the next read is to take along; none where all were read. */
  keys(): Key[];
  /** Has a read that is under way bring the items. Waits for it; throws where an item forbids to go on. */
  judgeBy(reading: Promise<Items>): Promise<void>;
  /** Waits until every item was read and judged: before a write, and at the end. */
  judged(): Promise<void>;
  /** Says that what was read may be out of date by now: what comes next reads the items again. */
  again(): void;
  /** Runs a verb. What it has not read by the time that it waits for something is read beside that. */
  around<A>(verb: () => Promise<A>): Promise<A>;
}

/**
 * The guards of a request, none of them read.
 *
 * @param read reads items alone, strongly consistent, by `nameOf` their keys
 */
export function guardsOf(all: readonly Guard[], read: (keys: Key[]) => Promise<Items>): Guards | undefined {
  if (all.length === 0) return undefined;
  let due = all.filter(({ known }) => !known);
  let judging: Promise<void> | undefined;

  const keys = () => (judging ? [] : due.map(({ key }) => key));

  const judgeBy = (reading: Promise<Items>) => {
    const asked = due;
    const items = reading.catch((error: unknown) => {
      // Nothing was read: the next read is to take it along.
      judging = undefined;
      throw error;
    });
    const judged = items.then((found) => {
      for (const { key, judge } of asked) judge(found.get(keyName(key)));
    });
    // Whoever asks later gets the refusal too.
    judged.catch(() => undefined);
    judging = judged;
    return judged;
  };

  const judged = async () => {
    const left = keys();
    await (left.length > 0 ? judgeBy(read(left)) : judging);
  };

  const around = async <A>(verb: () => Promise<A>) => {
    const beside = setImmediate(() => judged().catch(() => undefined));
    try {
      const answer = await verb();
      await judged();
      return answer;
    } catch (error) {
      // Of what a guard forbids, nothing else is told.
      await judging;
      throw error;
    } finally {
      clearImmediate(beside);
    }
  };

  const again = () => {
    due = [...all];
    judging = undefined;
  };

  return { keys, judgeBy, judged, again, around };
}
