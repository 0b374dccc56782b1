// A store's open work today, as counts.

import type { Context } from "#core/context.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { GENERAL } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { addLanes, type Measures, rowReads, sumsSoFar } from "#core/sums/read.ts";
import { startSums } from "#core/sums/start-sums.ts";
import { countFailingWebhooks, readEndpoints } from "#lib/delivery/webhooks/failing-webhooks.ts";
import { dayAt, type LocalDay } from "#lib/system/figures/days.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import type { Today } from "./schema.ts";
import { appointmentRowsBetween, appointmentStarts, assignedMeasure, toDoSums, WORK_ROW } from "./sums.ts";

/** The last known time zone per store: it decides which rows are read first. */
const cachedZones = driver.recentReads<string>();

/** A store's open work, in one round trip when its time zone is cached. */
export async function getToday(ctx: Context, storeId: string): Promise<Today> {
  const now = ctx.now();
  const [counting, seesWebhooks] = await sideBySide([
    sumsSoFar(storeId, toDoSums, now),
    ctx.may("ADMIN", storeId),
  ]);
  // A store that is older than these counts has none. Its first request starts the counting.
  if (!counting) await startSums(ctx, storeId, toDoSums);
  const batch = readBatch(ctx);
  const business = batch.add(tenantRead(storeId));
  const row = (name: string): (() => Measures) => {
    const lanes = counting ? rowReads(counting, name).map((lane) => batch.add(lane)) : [];
    return () => addLanes(lanes.map((lane) => lane()));
  };
  const rowsOf = ({ from, to }: LocalDay) =>
    appointmentRowsBetween(from, to).map((name) => ({ name, sums: row(name) }));
  const guess = cachedZones.get(storeId);
  const work = row(WORK_ROW);
  const guessed = guess === undefined ? undefined : rowsOf(dayAt(guess, now));
  const [, endpoints] = await sideBySide([batch.run(), seesWebhooks ? readEndpoints(storeId) : undefined]);
  const store = business();
  if (!store) throw GENERAL.NOT_FOUND();
  const { timezone } = store;
  cachedZones.set(storeId, timezone);
  const day = dayAt(timezone, now);
  const rows = guessed && guess === timezone ? guessed : rowsOf(day);
  // This reads again only if the guessed time zone was wrong.
  await batch.run();
  const begins = rows
    .flatMap(({ name, sums }) => appointmentStarts(name, sums()))
    .filter(({ at }) => at >= day.from && at < day.to);
  const has = (measure: string) => Math.max(0, work()[measure] ?? 0);
  return {
    as_of: now,
    timezone,
    date: day.date,
    complete: counting?.complete ?? false,
    orders: {
      confirm: has("confirm"),
      ship: has("ship"),
      collect: has("collect"),
      pay: has("pay"),
      return: has("return"),
    },
    appointments: {
      today: totalCount(begins),
      left: totalCount(begins.filter(({ at }) => at > now)),
      confirm: has("requests"),
    },
    conversations: {
      waiting: has("waiting"),
      mine: ctx.actor.kind === "person" ? has(assignedMeasure(ctx.actor.id)) : 0,
    },
    stock: { low: has("low") },
    webhooks: endpoints ? { failing: countFailingWebhooks(store, endpoints) } : null,
    publications: { failed: has("failed") },
  };
}

function totalCount(begins: readonly { count: number }[]): number {
  return Math.max(
    0,
    begins.reduce((sum, { count }) => sum + count, 0),
  );
}
