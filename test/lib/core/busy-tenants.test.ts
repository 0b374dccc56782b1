import { expect, test } from "vitest";
import { makeBusyCheck } from "#core/queue/busy-tenants.ts";

test("a tenant is busy by its own events of the last seconds only", () => {
  let now = 0;
  const isCrowded = makeBusyCheck(() => now);
  const burst = (tenant: string, count: number) =>
    Array.from({ length: count }, () => isCrowded(tenant)).at(-1);
  expect(burst("noisy", 50_000)).toBe(true);
  const busy = Array.from({ length: 600 }, () => {
    now += 50;
    return isCrowded("busy");
  });
  expect(busy).not.toContain(true);
  expect(isCrowded("noisy")).toBe(false);
  expect(burst("noisy", 1000)).toBe(true);
  now += 10_000;
  expect(isCrowded("noisy")).toBe(true);
  now += 20_000;
  expect(isCrowded("noisy")).toBe(false);
});
