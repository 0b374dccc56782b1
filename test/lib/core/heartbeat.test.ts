import { expect, test, vi } from "vitest";
import { logger } from "#core/log.ts";
import { receiveHeartbeat, sendHeartbeat } from "#core/sums/heartbeat.ts";
import { FUTURE } from "#test/support/dates.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

test("a stream without a reader raises an alarm within 15 minutes, and one with a reader never", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const [open = "", shut = ""] = ["open", "shut"].map((name) => `${name}-${crypto.randomUUID()}`);
  const start = FUTURE;
  const alarms: number[] = [];
  for (let minute = 0; minute < 40; minute++) {
    const ctx = testContext({ clock: () => start + 60 * minute });
    await sendHeartbeat(ctx, open);
    await receiveHeartbeat({ of: [open, String(ctx.now())] });
    expect(logged).not.toHaveBeenCalled();
    await withoutStream(() => sendHeartbeat(ctx, shut));
    if (logged.mock.calls.length > 0) alarms.push(minute);
    logged.mockClear();
    // A reader returns for one minute: messages of earlier minutes arrive, the oldest last.
    if (minute === 29)
      for (const sent of [25, 0]) await receiveHeartbeat({ of: [shut, String(start + 60 * sent)] });
  }
  expect(alarms).toEqual(Array.from({ length: 19 }, (_, index) => 11 + index));
  logged.mockRestore();
});

type Written = { Item?: unknown; TransactItems?: unknown };

/** Blocks the stream: messages are removed from all writes. */
function withoutStream<T>(run: () => Promise<T>): Promise<T> {
  return interceptCalls((_, next, input) => {
    const { Item: alone, TransactItems: all }: Written = Object(input);
    const isWakeUp = (item: unknown) => JSON.stringify(item).includes("count-sums");
    if (alone !== undefined) return isWakeUp(alone) ? Promise.resolve({ output: {} }) : next();
    if (!Array.isArray(all)) return next();
    const TransactItems = all.filter((item) => !isWakeUp(item));
    if (TransactItems.length === 0) return Promise.resolve({ output: {} });
    Object.assign(Object(input), { TransactItems });
    return next();
  }, run);
}
