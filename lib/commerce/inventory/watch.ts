import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import { levelRemoval } from "./change.ts";
import type { InventoryLevel } from "./schema.ts";
import { levels, lowLevels } from "./table.ts";

/**
 * Checks a changed level. Announces that it has fallen to its `low_at`, once until it rises again. Removes a retired
 * level without reserved units. It reads the current level, so late and repeated messages do no harm.
 */
export async function watchStock(ctx: Context, changed: InventoryLevel): Promise<void> {
  const level = await levels.find(changed, ctx);
  if (!level) return;
  if (level.retired) {
    if (level.reserved === 0) await transact(ctx, [levelRemoval(level)]);
    return;
  }
  const isLow = level.low_at !== null && level.available <= level.low_at;
  if (isLow === level.low_told) return;
  const lows = level.lows + (isLow ? 1 : 0);
  const ifUnchanged = {
    expression: "low_told = :was and lows = :lows",
    values: { ":was": level.low_told, ":lows": level.lows },
  };
  await transact(ctx, [
    levels.update(level, { set: { low_told: isLow, lows } }, ifUnchanged),
    isLow && announce(ctx, "inventory.low", lowLevels, { ...level, lows }),
  ]);
}
