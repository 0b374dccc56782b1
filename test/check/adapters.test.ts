import { expect, test } from "vitest";
import { staleAdapterFiles } from "#infra/commands/payment-adapters.ts";

test("every provider of payments is listed where the others are; npm run routes lists it", () => {
  expect(staleAdapterFiles()).toEqual([]);
});
