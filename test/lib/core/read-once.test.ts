import { expect, test } from "vitest";
import { readOnce } from "#core/read-once.ts";

/** A source whose first reads fail. */
function failingSource(failures: number) {
  const source = {
    reads: 0,
    read: async () => {
      source.reads += 1;
      if (source.reads <= failures) throw new Error(`The read ${source.reads} fails.`);
      return `secret ${source.reads}`;
    },
  };
  return source;
}

test("callers at one moment and later ones share one read", async () => {
  const source = failingSource(0);
  const read = readOnce(source.read);
  expect(await Promise.all([read(), read()])).toEqual(["secret 1", "secret 1"]);
  expect(await read()).toBe("secret 1");
  expect(source.reads).toBe(1);
});

test("after a read that failed, the next call reads again and keeps that answer", async () => {
  const source = failingSource(1);
  const read = readOnce(source.read);
  const first = await Promise.allSettled([read(), read()]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await read(), await read()]).toEqual(["secret 2", "secret 2"]);
  expect(source.reads).toBe(2);
});
