import assert from "node:assert/strict";
import type { Stack } from "#infra/local/stack.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { mailsTo, newEmail } from "#test/support/world.ts";
import { type Attempt, STRANGER_ATTEMPTS, TENANT_ATTEMPTS } from "./abuse-attempts.ts";
import { type AbuseWorld, openAbuseWorld } from "./abuse-world.ts";

/** Most mails a day, from all tenants, to an unverified email address. */
const MAX_UNVERIFIED_MAILS = 20;
/** Most mails with codes and links an hour to one email address from one network: five for each of five purposes. */
const MAX_CODE_MAILS = 5 * 5;
/** An hour may overlap two of the fixed windows in which calls are counted. */
const OVERLAPPING_WINDOWS = 2;

interface AttemptResult {
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

const CONCURRENCY = 6;

/** Seconds after the start at which calls come in a burst. */
const BURST_TIMES = [0, 1200, 2400, 3500];

/**
 * Plays each attempt for an hour on its own email address, then all together from one network on one email address.
 *
 * @param burst calls of an attempt in each of four bursts
 */
export async function playAbuse(random: Random, stack: Stack, burst: number) {
  const world = await openAbuseWorld(`203.0.113.${random.int(250)}`);
  const start = Math.floor(Date.now() / 1000);
  const all = [
    ...STRANGER_ATTEMPTS.map((attempt) => ({ who: "stranger" as const, attempt })),
    ...TENANT_ATTEMPTS.map((attempt) => ({ who: "tenant" as const, attempt })),
  ];
  // Each attempt has its own network, so that none uses up the budget of another.
  const alone: AttemptResult[] = [];
  await inParallel(all.length, CONCURRENCY, async (index) => {
    const each = all[index];
    if (!each) return;
    const own = { ...world, ip: `198.18.${index}.1` };
    alone.push({ who: each.who, ...(await playHour(each.attempt, own, newEmail(), start, burst)), mails: 0 });
  });
  const victim = newEmail();
  await playAllTogether(
    random,
    all.map(({ attempt }) => attempt),
    world,
    victim,
    start,
    burst,
  );
  await stack.drain({ timeout: 300_000 });
  for (const each of alone) each.mails = (await mailsTo(victimByAttempt.get(each.what) ?? "nobody")).length;
  const mails = (await mailsTo(victim)).length;
  for (const each of alone) {
    assert.ok(
      each.mails <= Math.max(MAX_UNVERIFIED_MAILS, 2 * OVERLAPPING_WINDOWS * 5),
      `${each.what} sent ${each.mails} mails to one address`,
    );
  }
  assert.ok(
    mails <= MAX_UNVERIFIED_MAILS + OVERLAPPING_WINDOWS * MAX_CODE_MAILS,
    `all attempts together sent ${mails} mails to one address`,
  );
  return { alone, mails, most: MAX_UNVERIFIED_MAILS + OVERLAPPING_WINDOWS * MAX_CODE_MAILS };
}

const victimByAttempt = new Map<string, string>();

async function playHour(
  { what, causes, call }: Attempt,
  world: AbuseWorld,
  victim: string,
  start: number,
  burst: number,
) {
  victimByAttempt.set(what, victim);
  const memory = new Map<string, string>();
  const refusals = new Set<string>();
  let [tried, allowed, refused] = [0, 0, false];
  for (const seconds of BURST_TIMES) {
    for (let count = 0; count < burst; count++) {
      const { status, body } = await call({ world, victim, index: tried, at: start + seconds, memory });
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

async function playAllTogether(
  random: Random,
  attempts: Attempt[],
  world: AbuseWorld,
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
