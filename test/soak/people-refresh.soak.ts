import { refreshFromTabs } from "#test/proofs/tabs.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "refreshes from several tabs";

const SCHEDULES = 1000;

export async function run({ random }: SoakRun): Promise<string> {
  const refreshes = await refreshFromTabs(random, SCHEDULES);
  return `${SCHEDULES} schedules of several tabs, ${refreshes} refreshes: no session was ended`;
}
