import { spawnSync } from "node:child_process";
import { BatchWriteCommand, table, tableName } from "#core/dynamo/client.ts";
import { DAY } from "#core/seconds.ts";
import { bookedDays } from "#lib/booking/schedules/bookings.ts";
import { workingPeriods } from "#lib/booking/schedules/hours.ts";
import { type BookedTime, bookedTimes, packDay } from "#lib/booking/schedules/packed-days.ts";
import { WEEKDAYS, type WorkingTime } from "#lib/booking/schedules/schema.ts";
import { shapeOf, slotStarts, takenTimes } from "#lib/booking/schedules/slots.ts";
import { FUTURE } from "#test/support/dates.ts";
import { tableCalls, textTable } from "./measure.ts";

export const name =
  "slots: Europe/Berlin across a clock change, two working periods a day, a service of 30 minutes";

/** Start of the searched month, in which daylight saving time begins. */
const FIRST_SECOND = FUTURE;
const WORKING_TIME: WorkingTime = {
  workingDays: WEEKDAYS.map((day) => ({
    day,
    workingHours: [
      { from: 480, to: 720 },
      { from: 780, to: 1080 },
    ],
  })),
  outcastDates: [],
  specificDates: [],
};
const ROUNDS = 2000;

type BookedDays = ReturnType<typeof bookedDaysWith>;

export async function run(): Promise<string> {
  const month = bookedDaysWith(30, 200);
  const quarter = bookedDaysWith(92, 5000);
  const decoded = takenTimes(bookedTimes(month, FIRST_SECOND), 1);
  const rows = [
    ["", "CPU ms", "budget"],
    ["30 days, 200 bookings, decoded", meanCpuMs(() => searchSlots(30, decoded)), "0.1"],
    [
      "30 days, 200 bookings, packed",
      meanCpuMs(() => searchSlots(30, takenTimes(bookedTimes(month, FIRST_SECOND), 1))),
      "0.2",
    ],
    [
      "92 days, 5,000 bookings, packed",
      meanCpuMs(() => searchSlots(92, takenTimes(bookedTimes(quarter, FIRST_SECOND), 1))),
      "3",
    ],
    ["30 days, first time in a process", firstSearchMs(), "3"],
  ];
  return `${textTable(rows)}\n\n${await readDaysMs(month)}`;
}

/** Milliseconds of the first search in this process. */
export function searchOnce(): number {
  const month = bookedDaysWith(30, 200);
  const started = performance.now();
  searchSlots(30, takenTimes(bookedTimes(month, FIRST_SECOND), 1));
  return performance.now() - started;
}

function searchSlots(days: number, taken: ReturnType<typeof takenTimes>): number {
  const to = FIRST_SECOND + days * DAY;
  const periods = workingPeriods(WORKING_TIME, "Europe/Berlin", FIRST_SECOND, to);
  return slotStarts({
    periods,
    taken,
    shape: shapeOf([{ duration: 30, isPause: false }]),
    from: FIRST_SECOND,
    to,
  }).length;
}

function meanCpuMs(task: () => number): string {
  for (let round = 0; round < ROUNDS; round++) task();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) task();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / ROUNDS).toFixed(3);
}

function firstSearchMs(): string {
  const script = `import { searchOnce } from ${JSON.stringify(import.meta.filename)}; console.log(searchOnce());`;
  const times = Array.from({ length: 5 }, () => {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    return Number(stdout);
  });
  return (times.toSorted((one, other) => one - other)[2] ?? 0).toFixed(2);
}

async function readDaysMs(days: BookedDays): Promise<string> {
  const businessId = "store_01jbench0000000000000000000";
  const providerId = "prov_01jbench0000000000000000000";
  const items = days.map(({ day, bookings }) => ({
    pk: `TENANT#${businessId}#DAY`,
    sk: `${providerId}#${String(day).padStart(12, "0")}`,
    _t: "provider_day",
    _v: 9,
    business_id: businessId,
    provider_id: providerId,
    day,
    bookings,
    ttl: day * DAY,
  }));
  for (let index = 0; index < items.length; index += 25) {
    const requests = items.slice(index, index + 25).map((Item) => ({ PutRequest: { Item } }));
    await table().send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
  const calls = await tableCalls(() =>
    bookedDays(businessId, providerId, FIRST_SECOND, FIRST_SECOND + 30 * DAY - 1),
  );
  const units = calls.reduce((sum, call) => sum + (call.units ?? 0), 0);
  return `reading 30 days with 200 bookings: ${calls.length} ${calls[0]?.command}, ${units} read units (budget 1 and 2)`;
}

function bookedDaysWith(count: number, bookings: number) {
  return Array.from({ length: count }, (_, index) => {
    const day = FIRST_SECOND / DAY + index;
    const here = Math.floor(((index + 1) * bookings) / count) - Math.floor((index * bookings) / count);
    const entries = Array.from({ length: here }, (_, turn): BookedTime => {
      const start = day * DAY + 7 * 3600 + Math.floor((turn * 36_000) / Math.max(1, here) / 60) * 60;
      return { start, end: start + 600, hold: 0, ref: "AAAAAAAAAAAAAA" };
    });
    return { day, bookings: packDay(day, entries) };
  });
}
