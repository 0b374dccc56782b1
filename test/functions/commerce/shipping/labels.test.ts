import { test } from "vitest";
import { buyLabels } from "#test/proofs/labels.ts";
import { seeded } from "#test/support/random.ts";

test("whatever fails, no rate is bought twice, no label is lost or given back twice, and nothing is sent beyond what was bought", () =>
  seeded((random) => buyLabels(random, 3)));
