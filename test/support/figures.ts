import { figures } from "#functions/system/figures/routes.ts";
import type { FiguresQuery } from "#lib/system/figures/schema.ts";
import { ok } from "./client.ts";
import { completeSums } from "./complete-sums.ts";
import type { TestStore } from "./world.ts";

const DAY_SECONDS = 86_400;
/** Seconds after which each phase of a build has work: see `lib/core/sums/phases.ts`. */
const PHASE_SECONDS = [61, 130, 1100, DAY_SECONDS + 2000, DAY_SECONDS + 4000];

type FiguresStore = Pick<TestStore, "id" | "owner">;

export function getFigures(
  { id: storeId, owner: as }: FiguresStore,
  family: string,
  query: Partial<FiguresQuery> = {},
  at?: number,
) {
  return ok(figures.getFigures, { params: { storeId, family }, as, query, ...(at ? { at } : {}) });
}

/** Runs a test, and runs it again if it fails while a new day begins in Berlin. */
export async function withinOneDay(run: () => Promise<void>): Promise<void> {
  const day = () => new Date().toLocaleDateString("en", { timeZone: "Europe/Berlin" });
  const startDay = day();
  try {
    await run();
  } catch (error) {
    if (day() === startDay) throw error;
    await run();
  }
}

/** Completes the build or recount of a store's figures. */
export async function completeFigures(storeId: string): Promise<void> {
  for (const seconds of PHASE_SECONDS) await completeSums(storeId, "figures", seconds);
}

/** Recounts a store's figures. Returns the outcome. */
export async function recountFigures({ id: storeId, owner: as }: FiguresStore, repair = false) {
  const { id: recountId } = await ok(figures.startRecount, { params: { storeId }, as, body: { repair } });
  await completeFigures(storeId);
  return ok(figures.getRecount, { params: { storeId, recountId }, as });
}
