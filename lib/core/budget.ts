import type { Context } from "./context.ts";
import { changeItem } from "./dynamo/change.ts";
import { getItem, type Read } from "./dynamo/read.ts";
import type { Write } from "./dynamo/transact.ts";
import { optionalEnv } from "./env.ts";
import { type ApiError, GENERAL } from "./errors.ts";
import { hash } from "./seal.ts";
import { HOUR } from "./seconds.ts";

type WithNow = Pick<Context, "now">;
type SpendContext = Pick<Context, "now" | "budgets"> & Partial<Pick<Context, "ip" | "actor">>;

/** A rate limit: at most `count` uses in `seconds`. */
export type Budget = readonly [count: number, seconds: number];

/**
 * Takes one from the budget of a subject, or throws 429 with `Retry-After`. Windows are fixed, start at a different
 * time for each subject, and cost one write.
 *
 * @param name of the budget; the `BUDGETS` setting overrides its default, and all defaults under `*`
 * @param subject an email address, an IP address or a record; stored hashed
 */
export async function spendBudget(
  ctx: SpendContext,
  name: string,
  subject: string,
  fallback: Budget,
): Promise<void> {
  const used = await takeOne(ctx, name, subject, fallback);
  if (used === undefined) throw tooManyRequests(ctx, name, subject, fallback);
  noteUse(ctx, name, subject, fallback, used);
}

/** Takes one from a budget, and returns whether one was left. */
export async function trySpend(
  ctx: WithNow,
  name: string,
  subject: string,
  fallback: Budget,
): Promise<boolean> {
  return (await takeOne(ctx, name, subject, fallback)) !== undefined;
}

/** Whether anything is left of a budget. It takes nothing and costs one read. */
export async function hasBudgetLeft(
  ctx: WithNow,
  name: string,
  subject: string,
  fallback: Budget,
): Promise<boolean> {
  const { count, key } = budgetWindow(ctx, name, subject, fallback);
  const counted = await getItem(key);
  return Number(counted?.n ?? 0) < count;
}

/** The read of what is left of a budget, to be made together with others. */
export function budgetRead(
  ctx: WithNow,
  name: string,
  subject: string,
  fallback: Budget,
): Read<{ left: number }> {
  const { count, key } = budgetWindow(ctx, name, subject, fallback);
  return { key, parse: ({ n }) => ({ left: count - Number(n ?? 0) }) };
}

/** The write that takes one from a budget within another transaction. It never refuses. */
export function budgetWrite(ctx: WithNow, name: string, subject: string, fallback: Budget): Write {
  const { key, ends } = budgetWindow(ctx, name, subject, fallback);
  return { entity: "budget", update: { key, add: { n: 1 }, initially: { ttl: ends + HOUR } } };
}

/** Takes one from a budget and returns how many are taken; `undefined` when it was used up. */
async function takeOne(
  ctx: WithNow,
  name: string,
  subject: string,
  fallback: Budget,
): Promise<number | undefined> {
  const { count, key, ends } = budgetWindow(ctx, name, subject, fallback);
  const counted = await changeItem(
    key,
    { add: { n: 1 }, initially: { ttl: ends + HOUR } },
    { expression: "attribute_not_exists(n) or n < :most", values: { ":most": count } },
  );
  return counted === undefined ? undefined : Number(counted.n);
}

/** The 429 for a used-up budget, with the time until its window ends. */
export function tooManyRequests(
  ctx: SpendContext,
  name: string,
  subject: string,
  fallback: Budget,
): ApiError {
  const { ends, now } = budgetWindow(ctx, name, subject, fallback);
  const left = Math.max(1, ends - now);
  noteUse(ctx, name, subject, fallback, budgetWindow(ctx, name, subject, fallback).count);
  return GENERAL.TOO_MANY_REQUESTS({ seconds: left, retryAfter: left });
}

/** Undoes a `spendBudget` of this window, for a try that turned out not to count, such as a correct password. */
export async function returnToBudget(
  ctx: WithNow,
  name: string,
  subject: string,
  fallback: Budget,
): Promise<void> {
  const { key } = budgetWindow(ctx, name, subject, fallback);
  // If the window has ended, nothing needs to be undone.
  await changeItem(key, { add: { n: -1 } }, { expression: "n > :zero", values: { ":zero": 0 } });
}

/** Records the use for the rate headers. Only the caller's own budgets: others would reveal what other people do. */
function noteUse(ctx: SpendContext, name: string, subject: string, fallback: Budget, used: number): void {
  const { ip, actor } = ctx;
  const isOwn = (ip && subject === ip) || (actor && "id" in actor && subject === actor.id);
  if (!isOwn) return;
  const { count, seconds, ends, now } = budgetWindow(ctx, name, subject, fallback);
  const noted = { name, count, seconds, left: count - used, resets: Math.max(1, ends - now) };
  ctx.budgets = [...(ctx.budgets ?? []), noted];
}

/**
 * `RateLimit-Policy` and `RateLimit` of the budgets that a request took from
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function rateHeaders({ budgets = [] }: Pick<Context, "budgets">): Record<string, string> {
  // A request that ran again after a conflict took twice from its budgets: the last count is current.
  const each = [...new Map(budgets.map((budget) => [budget.name, budget])).values()];
  if (each.length === 0) return {};
  return {
    "ratelimit-policy": each
      .map(({ name, count, seconds }) => `"${name}";q=${count};w=${seconds}`)
      .join(", "),
    ratelimit: each.map(({ name, left, resets }) => `"${name}";r=${left};t=${resets}`).join(", "),
  };
}

/** The configured budget. Exported for limits whose uses are counted in a record of their own. */
export function configuredBudget(name: string, fallback: Budget): Budget {
  const budgets = configuredBudgets();
  return budgets[name] ?? budgets["*"] ?? fallback;
}

function budgetWindow(ctx: WithNow, name: string, subject: string, fallback: Budget) {
  const [count, seconds] = configuredBudget(name, fallback);
  const id = hash(`${name}\n${subject}`);
  const now = ctx.now();
  const offset = Number.parseInt(Buffer.from(id, "base64url").subarray(0, 4).toString("hex"), 16) % seconds;
  const window = Math.floor((now + offset) / seconds);
  const ends = (window + 1) * seconds - offset;
  return { count, seconds, key: { pk: `BUDGET#${id}`, sk: String(window) }, ends, now };
}

let parsedBudgets: { text: string; budgets: Record<string, Budget> } | undefined;

function configuredBudgets(): Record<string, Budget> {
  const text = optionalEnv("BUDGETS") ?? "{}";
  if (parsedBudgets?.text !== text)
    parsedBudgets = { text, budgets: JSON.parse(text) as Record<string, Budget> };
  return parsedBudgets.budgets;
}
