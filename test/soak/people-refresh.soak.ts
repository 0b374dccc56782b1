import { refreshFromTabs } from "#test/proofs/tabs.ts";
import { seeded } from "#test/support/random.ts";

export const name = "refreshes from several tabs";

const SCHEDULES = 1000;

export async function run(): Promise<string> {
  const refreshes = await seeded((random) => refreshFromTabs(random, SCHEDULES));
  return `${SCHEDULES} schedules of several tabs, ${refreshes} refreshes: no session was ended`;
}
