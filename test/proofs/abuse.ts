import assert from "node:assert/strict";
import type { Stack } from "#infra/local/stack.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { mailsTo, newEmail } from "#test/support/world.ts";
import { STRANGERS, TENANTS, type Way } from "./abuse-attempts.ts";
import { type Ground, ground } from "./abuse-world.ts";

/** Most mails a day, from all tenants, to an unverified email address. */
const UNASKED = 20;
/** Most mails with codes and links an hour to one email address from one network: five for each of five purposes. */
const CODES = 5 * 5;
/** An hour may overlap two of the fixed windows in which calls are counted. */
const WINDOWS = 2;

interface Caused {
  who: "stranger" | "tenant";
  what: string;
  causes: string;
  tried: number;
  allowed: number;
  /** Whether a budget refused the attempt in the end. */
  refused: boolean;
  mails: number;
  /** Distinct answers of calls that were not allowed. */
  refusals: string;
}

const WIDTH = 6;

/** Seconds after the start at which calls come in a burst. */
const BURST_TIMES = [0, 1200, 2400, 3500];

/**
 * Plays each attempt for an hour on its own email address, then all of them from one network on one.
 *
 * @param burst calls of an attempt in each of four bursts
 */
export async function playAbuse(random: Random, stack: Stack, burst: number) {
  const world = await ground(`203.0.113.${random.int(250)}`);
  const start = Math.floor(Date.now() / 1000);
  const all = [
    ...STRANGERS.map((attempt) => ({ who: "stranger" as const, attempt })),
    ...TENANTS.map((attempt) => ({ who: "tenant" as const, attempt })),
  ];
  // Each attempt has its own network, so that none uses up the budget of another.
  const alone: Caused[] = [];
  await inParallel(all.length, WIDTH, async (index) => {
    const each = all[index];
    if (!each) return;
    const own = { ...world, ip: `198.18.${index}.1` };
    alone.push({ who: each.who, ...(await hourOf(each.attempt, own, newEmail(), start, burst)), mails: 0 });
  });
  const victim = newEmail();
  await together(
    random,
    all.map(({ attempt }) => attempt),
    world,
    victim,
    start,
    burst,
  );
  await stack.drain({ timeout: 300_000 });
  for (const each of alone) each.mails = (await mailsTo(victims.get(each.what) ?? "nobody")).length;
  const mails = (await mailsTo(victim)).length;
  for (const each of alone) {
    assert.ok(
      each.mails <= Math.max(UNASKED, 2 * WINDOWS * 5),
      `${each.what} sent ${each.mails} mails to one address`,
    );
  }
  assert.ok(mails <= UNASKED + WINDOWS * CODES, `all attempts together sent ${mails} mails to one address`);
  return { alone, mails, most: UNASKED + WINDOWS * CODES };
}

const victims = new Map<string, string>();

async function hourOf(
  { what, causes, call }: Way,
  world: Ground,
  victim: string,
  start: number,
  burst: number,
) {
  victims.set(what, victim);
  const memory = new Map<string, string>();
  const refusals = new Set<string>();
  let [tried, allowed, refused] = [0, 0, false];
  for (const moment of BURST_TIMES) {
    for (let count = 0; count < burst; count++) {
      const { status, body } = await call({
        world,
        victim,
        index: tried,
        at: start + moment,
        memory,
      });
      tried += 1;
      if (status < 400) allowed += 1;
      else refusals.add(`${status} ${body.error}`);
      if (status !== 429) continue;
      refused = true;
      break;
    }
  }
  return { what, causes, tried, allowed, refused, refusals: [...refusals].join(", ") };
}

async function together(
  random: Random,
  attempts: Way[],
  world: Ground,
  victim: string,
  start: number,
  burst: number,
): Promise<void> {
  const memories = attempts.map(() => new Map<string, string>());
  const calls = random.shuffled(
    attempts.flatMap((attempt, index) =>
      Array.from({ length: burst }, (_, count) => ({ attempt, memory: memories[index] ?? new Map(), count })),
    ),
  );
  for (const [index, { attempt, memory, count }] of calls.entries()) {
    const at = start + Math.floor((index * 3599) / calls.length);
    await attempt.call({ world, victim, index: 1000 + count, at, memory });
  }
}
