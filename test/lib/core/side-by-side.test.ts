import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sideBySide } from "#core/side-by-side.ts";

test("the first failure in the list is thrown, and no other is left unhandled", async () => {
  const order = fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 6, maxLength: 6 });
  const failing = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(order, failing, async (ends, fail) => {
      const tasks = ends.map(() => Promise.withResolvers<number>());
      const all = sideBySide(tasks.map(({ promise }) => promise));
      for (const at of ends) {
        if (fail.includes(at)) tasks[at]?.reject(new Error(`task ${at}`));
        else tasks[at]?.resolve(at);
        await Promise.resolve();
      }
      await expect(all).rejects.toThrow(`task ${Math.min(...fail)}`);
    }),
  );
});

test("results have the order of the tasks, and values are unchanged", async () => {
  const late = Promise.withResolvers<string>();
  const all = sideBySide([late.promise, 2, Promise.resolve(true)]);
  late.resolve("one");
  expect(await all).toEqual(["one", 2, true]);
});
