import { type Key, keyName } from "#core/dynamo/key.ts";
import type { Family, Need, Permission } from "#core/http/contract.ts";
import type { Language } from "#core/texts/language.ts";
import { optionalEnv } from "./env.ts";

export type Actor =
  | { kind: "nobody" }
  | {
      kind: "person";
      id: string;
      via: "session" | "token";
      /** Id of the session or API token that was used. */
      credentialId: string;
      provider: string;
      guest: boolean;
      super: boolean;
      /** Set when the session is limited to one store. */
      storeId?: string;
    }
  | {
      kind: "visitor";
      id: string;
      /** Earlier contacts of this session. */
      former: readonly string[];
      storeId: string;
      credentialId: string;
    }
  | { kind: "system"; id: string };

export type Role = "owner" | "admin" | "member" | "viewer";

/** An Idempotency-Key: its record's key, the request's fingerprint, and what storing the answer needs. */
export interface Idempotency {
  pk: string;
  fingerprint: string;
  status: number;
  committed: boolean;
  /** The text that is stored of an answer. */
  asText(answer: unknown): string;
}

/** All that domain code may know about its caller and the time. It is passed explicitly; nothing is global. */
export interface Context {
  readonly requestId: string;
  readonly operation: string;
  /** The API family of the operation; `store` for workers. */
  readonly family: Family;
  /** The permission that the operation needs; undefined for workers. */
  readonly needs?: Need;
  readonly actor: Actor;
  now(): number;
  /** The time in seconds with fractions, so that ids made from it keep their order. */
  readonly clock: Clock;
  /** The IP address that rate limits count by, empty for workers. An IPv6 address is cut to its /64. */
  readonly ip: string;
  readonly userAgent: string;
  /** The caller's preferred language among those that have texts. */
  readonly language?: Language | undefined;
  /** The caller's preferred languages, best first, with or without texts: tags in lower case. */
  readonly languages?: readonly string[] | undefined;
  /** Whether the caller has a permission on a tenant. */
  may(permission: Permission, tenantId: string): Promise<boolean>;
  /**
   * Items that are checked before the request writes or ends. A read that gets the context reads them too.
   */
  guards: Guards | undefined;
  /** Event types that the operation declares. Announcing another is a defect. */
  readonly emits?: readonly string[];
  idempotency?: Idempotency;
  /** Set to 200 by an operation that would answer 201, if it had already been done. */
  status?: 200;
  /**
   * The rate budgets that the request used: limit and seconds of each window, what is left, seconds until it resets.
   */
  budgets?: readonly { name: string; count: number; seconds: number; left: number; resets: number }[];
}

/** Whether the caller may be a new identity with every request: nobody, a guest or a visitor. */
export function isAnonymous({ actor }: Pick<Context, "actor">): boolean {
  return actor.kind === "nobody" || actor.kind === "visitor" || (actor.kind === "person" && actor.guest);
}

/** All contact ids of a visitor: the current one, and earlier ones. */
export function contactIds(actor: Extract<Actor, { kind: "visitor" }>): string[] {
  return [actor.id, ...actor.former];
}

/** Whether a contact id belongs to the visitor who calls. */
export function isVisitorsContact({ actor }: Pick<Context, "actor">, id: string | null | undefined): boolean {
  return actor.kind === "visitor" && Boolean(id) && contactIds(actor).includes(id ?? "");
}

/** The person who calls. Throws for anybody else: the operation's `needs` must exclude them. */
export function person(ctx: Context): Extract<Actor, { kind: "person" }> {
  if (ctx.actor.kind !== "person") throw new Error(`${ctx.operation} expects a person.`);
  return ctx.actor;
}

/** The storefront visitor who calls. Throws for anybody else. */
export function visitor(ctx: Context): Extract<Actor, { kind: "visitor" }> {
  if (ctx.actor.kind !== "visitor") throw new Error(`${ctx.operation} expects a visitor.`);
  return ctx.actor;
}

const STAFF_NEEDS: readonly (Need | undefined)[] = ["READ", "WRITE", "ADMIN", "OWNER"];

/**
 * Whether a request uses a route of the tenant's staff, who have the permission that it needs. A handler with two
 * routes treats whoever uses the other one as a visitor.
 */
export function isByStaff({ needs }: Pick<Context, "needs">): boolean {
  return STAFF_NEEDS.includes(needs);
}

/** The time in seconds, with fractions. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** A clock that always shows `seconds`. */
export function clockAt(seconds: number): Clock {
  return () => seconds;
}

/** The clock of one request or message: the system's, or a requested time where the local stack allows it. */
export function requestClock(requested: string | undefined): Clock {
  if (!requested || optionalEnv("LOCAL_CLOCK") !== "1") return systemClock;
  const seconds = Number(requested);
  return Number.isFinite(seconds) ? clockAt(seconds) : systemClock;
}

type Item = Record<string, unknown> | undefined;
type Items = ReadonlyMap<string, Record<string, unknown>>;

/** An item that a request must read and judge before it writes or ends. */
export interface Guard {
  key: Key;
  /** Throws the answer where the item forbids the request to continue. */
  judge(item: Item): void;
  /** Whether it was already read and judged in this request. A retry reads it again. */
  known?: boolean;
}

/** Anything that carries the guards of a request, such as a context. Work without a request has none. */
export interface Guarded {
  guards: Guards | undefined;
}

/** The guards of one request. Its first consistent read reads them too, in the same round trip. */
export interface Guards {
  /** The keys that the next read must add; none once all were read. */
  keys(): Key[];
  /** Takes the items from a running read. Waits for it; throws where an item forbids the request to continue. */
  judgeBy(reading: Promise<Items>): Promise<void>;
  /** Waits until every item was read and judged: before a write, and at the end. */
  judgeAll(): Promise<void>;
  /** Marks all items as outdated, so that the next read reads them again. */
  invalidate(): void;
  /** Runs domain code. Guards that it has not read when it first waits are read in parallel with it. */
  runGuarded<A>(verb: () => Promise<A>): Promise<A>;
}

/**
 * The guards of a request, still unread.
 *
 * @param read reads items, strongly consistent; the result is keyed by `keyName`
 */
export function guardsOf(all: readonly Guard[], read: (keys: Key[]) => Promise<Items>): Guards | undefined {
  if (all.length === 0) return undefined;
  let due = all.filter(({ known }) => !known);
  let judging: Promise<void> | undefined;

  const keys = () => (judging ? [] : due.map(({ key }) => key));

  const judgeBy = (reading: Promise<Items>) => {
    const pending = due;
    const items = reading.catch((error: unknown) => {
      // The read failed: the next read must add these keys.
      judging = undefined;
      throw error;
    });
    const judged = items.then((found) => {
      for (const { key, judge } of pending) judge(found.get(keyName(key)));
    });
    // Later callers get the refusal too.
    judged.catch(() => undefined);
    judging = judged;
    return judged;
  };

  const judgeAll = async () => {
    const left = keys();
    await (left.length > 0 ? judgeBy(read(left)) : judging);
  };

  const runGuarded = async <A>(verb: () => Promise<A>) => {
    const timer = setImmediate(() => judgeAll().catch(() => undefined));
    try {
      const answer = await verb();
      await judgeAll();
      return answer;
    } catch (error) {
      // The refusal of a guard hides every other error.
      await judging;
      throw error;
    } finally {
      clearImmediate(timer);
    }
  };

  const invalidate = () => {
    due = [...all];
    judging = undefined;
  };

  return { keys, judgeBy, judgeAll, invalidate, runGuarded };
}
