import { expect, test } from "vitest";
import * as z from "zod";
import { changedRecord, changesOf, newRecord } from "#core/records/record.ts";

const Mug = z.object({
  id: z.string(),
  colour: z.string(),
  size: z.int().nullable(),
  tags: z.array(z.string()),
  note: z.string().default("none"),
  lid: z.boolean().optional(),
});
type MugInput = { colour?: string | null; size?: number | null; tags?: string[] | null };

const DEFAULTS = { colour: "white", size: 3, tags: [] };

test("in a new record, sent fields override defaults, and the server's fields override both", () => {
  const sent: MugInput = { colour: "blue", tags: ["b", "a"] };
  const mug = newRecord(Mug, DEFAULTS, sent, { id: "1", tags: sent.tags?.toSorted() });
  expect(mug).toEqual({ id: "1", colour: "blue", size: 3, tags: ["a", "b"], note: "none" });
});

test("null clears only a field that may be null, and undefined changes nothing", () => {
  const mug = newRecord(Mug, DEFAULTS, { colour: null, size: null, tags: undefined }, { id: "1" });
  expect(mug).toMatchObject({ colour: "white", size: null, tags: [] });
  const before = { id: "1", colour: "blue", size: 4, tags: ["a"], note: "x" };
  const after = changedRecord(Mug, before, { colour: null, size: null, tags: null }, {});
  expect(after).toEqual({ ...before, size: null });
});

test("a field that the server sets to undefined is unchanged, whatever was sent", () => {
  const before = { id: "1", colour: "blue", size: 4, tags: ["a"], note: "x" };
  expect(changedRecord(Mug, before, { tags: ["b"] }, { tags: undefined, size: null })).toEqual({
    ...before,
    size: null,
  });
});

test("a field that the record's schema does not know is not stored", () => {
  const sent: MugInput = { colour: "blue" };
  Object.assign(sent, { owner: "somebody" });
  expect(newRecord(Mug, DEFAULTS, sent, { id: "1" })).not.toHaveProperty("owner");
  expect(changesOf(Mug, sent, {})).toEqual({ colour: "blue" });
});

test("a new record has its fields in the order in which it is read", () => {
  const mug = newRecord(Mug, { tags: [], size: 1 }, { lid: true, colour: "blue" }, { id: "1" });
  expect(Object.keys(mug)).toEqual(Object.keys(Mug.parse(mug)));
});
