import { expect, test } from "vitest";
import { packing, RECORD_ATTRIBUTE } from "#core/dynamo/fast/wire.ts";

const FIELDS = ["id", "title", "note", "quoted", "answered"];
const options = { packed: ["answered"], asText: { but: ["quoted"] } };
const record = { id: "a", title: { en: "Ä" }, note: undefined, quoted: 3, answered: { at: 1 } };
const { pack, packSome, unpack, attributes } = packing(() => FIELDS, options);

test("a record that is stored as text is read as it was written, in the order of its schema", () => {
  const item = { pk: "p", ...pack({ answered: record.answered, title: record.title, id: "a", quoted: 3 }) };
  expect(item).toEqual({
    pk: "p",
    [RECORD_ATTRIBUTE]: '{"id":"a","title":{"en":"Ä"}}',
    quoted: 3,
    answered: '{"at":1}',
  });
  expect(unpack(item)).toEqual({ id: "a", title: { en: "Ä" }, quoted: 3, answered: { at: 1 } });
  expect(Object.keys(unpack(item)).slice(0, 2)).toEqual(["id", "title"]);
});

test("the attributes that are read of such a record are all it needs", () => {
  const item = pack(record);
  expect([...(attributes ?? [])].sort()).toEqual(Object.keys(item).sort());
});

test("a change in place sets no field that is stored in the text", () => {
  expect(packSome({ quoted: 4, answered: { at: 2 } })).toEqual({ quoted: 4, answered: '{"at":2}' });
  expect(() => packSome({ title: {} })).toThrow("title");
});
