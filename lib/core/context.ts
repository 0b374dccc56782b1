import type { Guards } from "#core/dynamo/guards.ts";
import type { Family, Permission } from "#core/http/contract.ts";
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
}

/** Everything a verb may know about its caller and its moment. Passed by hand; nothing else is ambient. */
export interface Context {
  readonly requestId: string;
  /** Name of the operation or worker. */
  readonly operation: string;
  /** Interface that the operation is of; workers are of the stores'. */
  readonly family: Family;
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

/** The time in seconds, with fractions. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** A clock that starts at `seconds` and runs on, for requests that the local stack lets choose their time. */
export function clockAt(seconds: number): Clock {
  const offset = seconds - systemClock();
  return () => systemClock() + offset;
}

/** The clock of one request or message: the system's, or the one asked for where the local stack allows it. */
export function requestClock(asked: string | undefined): Clock {
  if (!asked || optionalEnv("LOCAL_CLOCK") !== "1") return systemClock;
  const seconds = Number(asked);
  return Number.isFinite(seconds) ? clockAt(seconds) : systemClock;
}
