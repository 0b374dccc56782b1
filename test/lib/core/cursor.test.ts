import { test } from "vitest";
import { mutateCursors } from "#test/proofs/cursors.ts";
import { seeded } from "#test/support/random.ts";

test("a cursor that was changed, or is of another list, is a 400 and never a page", async () => {
  await seeded((random) => mutateCursors(random, 2000));
});
