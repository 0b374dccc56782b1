import { expect, test } from "vitest";
import { staleAdapterFiles } from "#infra/commands/payment-adapters.ts";

test("every payment provider is in the generated lists; npm run routes adds it", () => {
  expect(staleAdapterFiles()).toEqual([]);
});
