import { figures } from "#functions/system/figures/routes.ts";
import type { FiguresQuery } from "#lib/system/figures/schema.ts";
import { ok } from "./client.ts";
import { completeSums } from "./complete-sums.ts";
import type { TestStore } from "./world.ts";

const DAY = 86_400;
/** Seconds after which each phase of a build has something to do: see `lib/core/sums/phases.ts`. */
const PHASES = [61, 130, 1100, DAY + 2000, DAY + 4000];

type Store = Pick<TestStore, "id" | "owner">;

/** What a store's figures of a family are. */
export function getFigures(
  { id: storeId, owner: as }: Store,
  family: string,
  query: Partial<FiguresQuery> = {},
  at?: number,
) {
  return ok(figures.getFigures, { params: { storeId, family }, as, query, ...(at ? { at } : {}) });
}

/** Runs what is about one day of a store in Berlin: anew where midnight fell into it. */
export async function withinOneDay(run: () => Promise<void>): Promise<void> {
  const day = () => new Date().toLocaleDateString("en", { timeZone: "Europe/Berlin" });
  const begun = day();
  try {
    await run();
  } catch (error) {
    if (day() === begun) throw error;
    await run();
  }
}

/** Has a store's figures go on with what is being done to them, until that is done. */
export async function completeFigures(storeId: string): Promise<void> {
  for (const seconds of PHASES) await completeSums(storeId, "figures", seconds);
}

/** Reckons a store's figures anew; says what came of it. */
export async function recountFigures({ id: storeId, owner: as }: Store, repair = false) {
  const begun = await ok(figures.startRecount, { params: { storeId }, as, body: { repair } });
  await completeFigures(storeId);
  return ok(figures.getRecount, { params: { storeId, recountId: begun.id }, as });
}
