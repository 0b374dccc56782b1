import { expect, test } from "vitest";
import { idFloor, idTime, newId } from "#core/id.ts";

test("ids of one millisecond sort by creation, and none is the next of another", () => {
  const ids = Array.from({ length: 2000 }, () => newId("form", 1_790_000_000.123));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(0, -4))).size).toBe(ids.length);
  expect(ids.every((id) => /^form_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))).toBe(true);
});

test("an id contains its time of creation, and sorts after the floor of that time", () => {
  const id = newId("form", 1_790_000_000.123);
  expect(idTime(id)).toBe(1_790_000_000.123);
  expect(id >= idFloor("form", 1_790_000_000.123)).toBe(true);
  expect(newId("form", 1_790_000_000.124) > id).toBe(true);
});
