import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { sessions } from "#lib/tenancy/access/records.ts";
import { refreshTokens } from "#lib/tenancy/people/refresh.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { FUTURE } from "#test/support/dates.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

/** Seconds within which the tabs of one wave refresh. An exchanged token works for longer than that. */
const WAVE_SECONDS = 20;

/**
 * Refreshes one session from several tabs in random schedules. Throws if a refresh ends the session.
 *
 * @returns number of refreshes
 */
export async function refreshFromTabs(random: Random, schedules: number): Promise<number> {
  let refreshes = 0;
  for (let index = 0; index < schedules; index += 10) {
    const batch = Array.from({ length: Math.min(10, schedules - index) }, () => playSchedule(random));
    for (const count of await Promise.all(batch)) refreshes += count;
  }
  return refreshes;
}

/** Tabs share a stored token: each reads it, refreshes and stores the answer unless it is older. */
async function playSchedule(random: Random): Promise<number> {
  let now = FUTURE;
  const at = (time: number) => testContext({ clock: () => time });
  const personId = newId("acc", now);
  const { write, answer } = await startSession(at(now), {
    person: { id: personId, session_epoch: 0 },
    provider: "CODE",
    verified: true,
    refreshLifetime: 7 * 24 * 3600,
  });
  await transact(at(now), [write]);
  let stored = { token: answer.refresh_token, at: now };
  let count = 0;
  for (let wave = 0; wave < 2 + random.int(3); wave++) {
    now += 60 + random.int(6 * 24 * 3600);
    const begun = now;
    const taken = stored.token;
    const tabs = Array.from({ length: 1 + random.int(6) }, () => ({
      asks: begun + random.int(WAVE_SECONDS),
      // A late tab uses the newly stored token, or still the older one.
      fresh: random.chance(0.5),
    })).toSorted((left, right) => left.asks - right.asks);
    const together = random.chance(0.3);
    const ask = async ({ asks, fresh }: (typeof tabs)[number]) => {
      const reply = await refreshTokens(at(asks), fresh ? stored.token : taken);
      if (asks >= stored.at) stored = { token: reply.refresh_token, at: asks };
      count += 1;
    };
    if (together) await Promise.all(tabs.map((tab) => retryConflicts(() => ask({ ...tab, fresh: false }))));
    else for (const tab of tabs) await ask(tab);
    now += WAVE_SECONDS;
  }
  const session = await sessions.find({ person_id: personId, id: answer.id });
  assert.equal(session?.status, "active", `a session was ended; SEED=${random.seed}`);
  return count;
}

// A handler retries domain code on conflict; this proof calls the code directly, so it retries.
async function retryConflicts(run: () => Promise<void>): Promise<void> {
  await withRetries(run);
}
