import type { Context } from "./context.ts";
import { changeItem } from "./dynamo/change.ts";
import { optionalEnv } from "./env.ts";
import { type ApiError, GENERAL } from "./errors.ts";
import { hash } from "./seal.ts";

type Clock = Pick<Context, "now">;

/** How often something may be done: so many times in so many seconds. */
export type Budget = readonly [count: number, seconds: number];

/**
 * Takes one from a budget of a subject, or answers 429 with `Retry-After`.
 *
 * Windows are fixed, begin at a different moment for every subject, and cost one write.
 *
 * @param name of the budget; the `BUDGETS` setting can replace its default, and all defaults under `*`
 * @param subject whose budget it is: an address, an IP, a record; stored hashed
 */
export async function spend(ctx: Clock, name: string, subject: string, fallback: Budget): Promise<void> {
  if (!(await hasRoom(ctx, name, subject, fallback))) throw tooMany(ctx, name, subject, fallback);
}

/** Takes one from a budget, as `spend` does, and says whether there was one. */
export async function hasRoom(ctx: Clock, name: string, subject: string, fallback: Budget): Promise<boolean> {
  const { count, key, ends } = windowOf(ctx, name, subject, fallback);
  const counted = await changeItem(
    key,
    { add: { n: 1 }, initially: { ttl: ends + 3600 } },
    { expression: "attribute_not_exists(n) or n < :most", values: { ":most": count } },
  );
  return counted !== undefined;
}

/** The answer to who has used a budget up: when there is room again. */
export function tooMany(ctx: Clock, name: string, subject: string, fallback: Budget): ApiError {
  const { ends, now } = windowOf(ctx, name, subject, fallback);
  const left = Math.max(1, ends - now);
  return GENERAL.TOO_MANY_REQUESTS({ seconds: left, retryAfter: left });
}

/** Gives back what `spend` took in this window, for what turned out not to count, such as a password that was right. */
export async function giveBack(ctx: Clock, name: string, subject: string, fallback: Budget): Promise<void> {
  const { key } = windowOf(ctx, name, subject, fallback);
  // Where its window has ended meanwhile there is nothing to give back to.
  await changeItem(key, { add: { n: -1 } }, { expression: "n > :zero", values: { ":zero": 0 } });
}

/** A budget as it is configured, for what is counted in a record of its own. */
export function budgetOf(name: string, fallback: Budget): Budget {
  const budgets = configured();
  return budgets[name] ?? budgets["*"] ?? fallback;
}

function windowOf(ctx: Clock, name: string, subject: string, fallback: Budget) {
  const [count, seconds] = budgetOf(name, fallback);
  const id = hash(`${name}\n${subject}`);
  const now = ctx.now();
  const offset = Number.parseInt(Buffer.from(id, "base64url").subarray(0, 4).toString("hex"), 16) % seconds;
  const window = Math.floor((now + offset) / seconds);
  const ends = (window + 1) * seconds - offset;
  return { count, key: { pk: `BUDGET#${id}`, sk: String(window) }, ends, now };
}

let parsed: { text: string; budgets: Record<string, Budget> } | undefined;

function configured(): Record<string, Budget> {
  const text = optionalEnv("BUDGETS") ?? "{}";
  if (parsed?.text !== text) parsed = { text, budgets: JSON.parse(text) as Record<string, Budget> };
  return parsed.budgets;
}
