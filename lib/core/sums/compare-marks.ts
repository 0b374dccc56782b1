import type { Context } from "#core/context.ts";
import { countRecords } from "./count.ts";
import type { CountTarget } from "./declaration.ts";
import { generationPrefix } from "./read.ts";
import type { Mark } from "./schema.ts";
import { marks } from "./table.ts";
import { walkPage } from "./walk.ts";

/**
 * Counts records that one generation has counted and another has not, or in another version, because a process that
 * did not know of both counted them. It handles one page of marks a call.
 *
 * @param from the generation whose marks are read, page by page
 * @param to the generation that catches up
 * @returns the cursor to the next page; null at the end
 */
export async function countLagging(
  ctx: Context,
  counting: Omit<CountTarget, "generations">,
  { from, to }: { from: string; to: string },
  cursor: string | null,
): Promise<string | null> {
  const { tenantId, tally } = counting;
  const page = await walkPage(marks, tenantId, cursor, generationPrefix(from));
  const sourceMarks = page.items.map((item) => marks.parse(item));
  const targetMarks = await marks.batchGet(
    sourceMarks.map(({ of }) => ({ store_id: tenantId, generation: to, of })),
  );
  const known = new Map(targetMarks.map((mark) => [mark.of, mark]));
  const carried = new Map(sourceMarks.map((mark) => [mark.of, mark]));
  const lagging = sourceMarks.filter((mark) => isLagging(known.get(mark.of), mark));
  for (const source of tally.sources) {
    const of = lagging.filter(({ kind }) => kind === source.kind).map((mark) => mark.of);
    await countRecords(ctx, { ...counting, generations: [to], carried }, source, of);
  }
  return page.cursor;
}

function isLagging(targetMarks: Mark | undefined, other: Mark): boolean {
  if (!targetMarks) return !other.gone;
  return (
    targetMarks.version !== other.version ||
    targetMarks.born !== other.born ||
    targetMarks.gone !== other.gone
  );
}
