import { changeItem } from "#core/dynamo/change.ts";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { keyOfItem } from "#core/dynamo/key.ts";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type GenerationPlace, generationPrefix, hostSumName } from "./read.ts";
import { marks, sumRows } from "./table.ts";
import { walkPage } from "./walk.ts";

/** Most milliseconds of one step of a deletion. */
const STEP_MS = 5_000;

/**
 * Removes a generation's sums from the records that hold them, a page at a time.
 *
 * @returns the cursor to the next page; null at the end
 */
export async function dropHostSums(
  { tenantId, tally, generation }: GenerationPlace,
  cursor: string | null,
): Promise<string | null> {
  if (!tally.host) return null;
  const page = await walkPage(tally.host.walked, tenantId, cursor);
  const prefix = hostSumName(generation, "");
  await sideBySide(
    page.items.map(async (item) => {
      const remove = Object.keys(Object(item[SUMS_ATTRIBUTE])).filter((name) => name.startsWith(prefix));
      if (remove.length === 0) return;
      const exists = { expression: "attribute_exists(#held)", names: { "#held": SUMS_ATTRIBUTE } };
      await changeItem(keyOfItem(item), { within: { name: SUMS_ATTRIBUTE, remove } }, exists);
    }),
  );
  return page.cursor;
}

/** Deletes marks and rows of a generation for at most `STEP_MS`; returns whether all are gone. */
export async function dropRows({ tenantId, tally, generation }: GenerationPlace): Promise<boolean> {
  const until = Date.now() + STEP_MS;
  const slots = { store_id: tenantId };
  const prefix = generationPrefix(generation);
  const rows = tally.alternative?.walked.partitionsIn("table", slots) ?? sumRows.partitions(slots);
  return purgePartitions([...marks.partitions(slots), ...rows], until, prefix);
}
