import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { GENERAL } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { heartbeatRead } from "#core/sums/heartbeat.ts";
import { rowsBetween } from "#core/sums/range.ts";
import { addLanes, rowReads, type SumsReading, sumsSoFar } from "#core/sums/read.ts";
import { takesLivePayments } from "#lib/money/payments/chosen-provider.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { figureSums } from "./figure-sums.ts";
import { dayRowKind, parseRowName, RECORDS_ROW } from "./rows.ts";
import type { FamilyName, FiguresStatus } from "./schema.ts";

/** Seconds that the counts may lag behind the newest heartbeat, because stream batches run concurrently. */
const MAX_LAG_SECONDS = 15;

/** The state of a store's figures, read before any row. */
export interface FiguresState {
  reading: SumsReading | undefined;
  zone: string;
  state: "ready" | "building";
  as_of: number | null;
  since: string | null;
  takesMoney: boolean;
}

export async function readFiguresState(
  ctx: Context,
  storeId: string,
  family: FamilyName = "sales",
): Promise<FiguresState> {
  const days = dayRowKind(family);
  const counting = await sumsSoFar(storeId, figureSums, ctx.now());
  const [[business, heartbeat], first] = await sideBySide([
    readTogether([tenantRead(storeId), heartbeatRead()], ctx),
    counting ? rowsBetween(counting, `${days}|`, `${days}|~`, 1) : undefined,
  ]);
  if (!business) throw GENERAL.NOT_FOUND();
  const [oldest] = first?.keys() ?? [];
  return {
    reading: counting,
    // After a change of time zone, the old zone counts until all days have moved.
    zone: counting?.zone || business.timezone,
    state: counting?.complete ? "ready" : "building",
    as_of: heartbeat?.came_at ? Math.min(ctx.now(), heartbeat.came_at) - MAX_LAG_SECONDS : null,
    since: oldest === undefined ? null : parseRowName(days, oldest).date,
    takesMoney: takesLivePayments(business),
  };
}

export async function getFiguresStatus(ctx: Context, storeId: string): Promise<FiguresStatus> {
  const { reading, zone, state, as_of, since } = await readFiguresState(ctx, storeId);
  const counts = reading ? addLanes(await readTogether(rowReads(reading, RECORDS_ROW))) : {};
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { generation: reading?.generation ?? null, time_zone: zone, state, as_of, since, records };
}
