import { test } from "vitest";
import { buyLabels } from "#test/proofs/labels.ts";
import { seeded } from "#test/support/random.ts";

test("whatever fails, no label is bought twice, lost or refunded twice", () =>
  seeded((random) => buyLabels(random, 3)));
