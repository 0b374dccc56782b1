import { afterEach, expect, test, vi } from "vitest";
import { showWhile } from "#infra/progress.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** What work of some seconds writes to a stream. */
async function writtenDuring(isTTY: boolean, seconds: number): Promise<string[]> {
  vi.stubEnv("CI", "");
  vi.useFakeTimers();
  const written: string[] = [];
  const stream = Object.assign(Object.create(process.stderr), {
    isTTY,
    write: (text: string) => written.push(text),
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const shown = showWhile("Packs", () => promise, stream);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  resolve("done");
  expect(await shown).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
  return written;
}

test("work of less than two seconds shows nothing", async () => {
  expect(await writtenDuring(true, 1.9)).toEqual([]);
});

test("longer work shows its seconds on one line of a terminal, and clears it", async () => {
  const line = "\r\u001b[K";
  expect(await writtenDuring(true, 4.5)).toEqual([
    `${line}Packs: 2 s`,
    `${line}Packs: 3 s`,
    `${line}Packs: 4 s`,
    line,
  ]);
});

test("longer work prints a line every 30 seconds where there is no terminal", async () => {
  expect(await writtenDuring(false, 65)).toEqual(["Packs: 2 s\n", "Packs: 32 s\n", "Packs: 62 s\n"]);
});
