import { expect, test } from "vitest";
import { localizedName } from "#lib/booking/bookables/localized-name.ts";
import { textIn } from "#lib/content/blocks/names-schema.ts";
import { Block } from "#lib/content/blocks/schema.ts";

const MUG = { en: "Mug", de: "Becher", "pt-BR": "Caneca" };

test.each([
  [["de"], "Becher"],
  [["de-at", "en"], "Becher"],
  [["fr", "de", "en"], "Becher"],
  [["fr", "en"], "Mug"],
  [["pt-br"], "Caneca"],
  [["pt"], "Caneca"],
  [["fr"], "Mug"],
  [[], "Mug"],
])("a reader of %s reads %s", (languages, name) => expect(textIn(MUG, languages)).toBe(name));

test("a text without a language is the fallback for every reader", () => {
  expect(textIn({ "": "Mug", de: "Becher" }, ["fr"])).toBe("Mug");
  expect(textIn({}, ["fr"])).toBeUndefined();
});

test("a service's name comes from its blocks, except in the store's own language", () => {
  const value = [{ en: "A cut", de: "Ein Schnitt" }];
  const blocks = [Block.parse({ id: "name", key: "name", type: "LOCALIZED_TEXT", properties: {}, value })];
  const named = { key: "cut", name: "Haircut", blocks };
  expect(localizedName(named, ["de", "en"])).toBe("Ein Schnitt");
  expect(localizedName(named, ["fr", "en"])).toBe("Haircut");
  expect(localizedName({ ...named, name: "cut" }, ["fr", "en"])).toBe("A cut");
  expect(localizedName({ ...named, blocks: [] }, ["de", "en"])).toBe("Haircut");
  expect(localizedName({ key: "cut", name: "cut", blocks: [] }, ["de", "en"])).toBe("cut");
});
