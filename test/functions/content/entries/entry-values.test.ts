import { beforeAll, expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessEntries } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { HARD_TEXTS, LOCALES } from "#test/proofs/content-generators.ts";
import {
  businessEntriesKeepBlocks,
  entriesKeepValues,
  nodesKeepBlocks,
  nodesKeepTaxonomies,
  type RunOptions,
} from "#test/proofs/content-values.ts";
import { ok, refused } from "#test/support/client.ts";
import { newSeed } from "#test/support/random.ts";
import { openStore } from "#test/support/world.ts";

const seed = newSeed();
let options: RunOptions;

beforeAll(async () => {
  options = { store: await openStore(), runs: 10, seed };
});

test(`every value of every field of an entry comes back as it was sent (SEED=${seed})`, () =>
  entriesKeepValues(options));

test(`every block of a node comes back as it was sent (SEED=${seed})`, () => nodesKeepBlocks(options));

test(`every block of a business entry comes back as it was sent (SEED=${seed})`, () =>
  businessEntriesKeepBlocks(options));

test(`every value of a taxonomy's field comes back as sent and finds its node (SEED=${seed})`, () =>
  nodesKeepTaxonomies(options));

test("texts that programs often break survive write, read and write in every field", async () => {
  const { id: storeId, owner: as } = options.store;
  const params = { storeId };
  const schema = [{ type: "text" as const, key: "t" }];
  const taxonomy = await ok(taxonomies.createTaxonomy, { params, as, body: { key: "hard", schema } });
  const short = HARD_TEXTS.filter(({ length }) => length <= 180);
  const blocks = [
    { id: "b", key: "b", type: "TEXT", properties: { label: HARD_TEXTS[0] }, value: HARD_TEXTS },
  ];
  const file = [{ taxonomy_id: taxonomy.id, fields: [{ key: "t", value: short }] }];
  const node = await ok(nodes.createNode, { params, as, body: { key: "hard", blocks, taxonomies: file } });
  expect(node.blocks).toEqual(blocks);
  expect(node.taxonomies[0]?.fields[0]?.value).toEqual(short);
  const again = { blocks: node.blocks, taxonomies: node.taxonomies };
  const twice = await ok(nodes.updateNode, { params: { storeId, nodeId: node.id }, as, body: again });
  expect(twice).toMatchObject(again);
  const texts = HARD_TEXTS.map((value, index) => ({ id: `t${index}`, type: "TEXT" as const, value }));
  const body = { owner: "reservation:hard", blocks: texts };
  const issue = await ok(businessEntries.createBusinessEntry, { params: { businessId: storeId }, as, body });
  expect(issue.blocks).toEqual(texts.map((text) => ({ ...text, key: text.id, properties: {} })));
});

test("every language tag names a text and a slug, and the slug is found in its language", async () => {
  const { id: storeId, owner: as } = options.store;
  const params = { storeId };
  const fields = [{ key: "t", type: "text", properties: { localized: true } }];
  const { id: collection_id } = await ok(collections.createCollection, {
    params,
    as,
    body: { key: "tags", fields },
  });
  for (let start = 0; start < LOCALES.length; start += 12) {
    const some = LOCALES.slice(start, start + 12);
    const value = Object.fromEntries(LOCALES.map((locale) => [locale, locale]));
    const slug = Object.fromEntries(some.map((locale) => [locale, `größe ${locale} ${start}`]));
    const body = { collection_id, key: `t${start}`, slug, fields: [{ key: "t", value }] };
    const made = await ok(entries.createEntry, { params, as, body });
    expect(made.slug).toEqual(slug);
    expect(made.fields[0]?.value).toEqual(value);
    for (const [locale, text] of Object.entries(slug)) {
      const entryId = `${storeId}:${locale}:${text}`;
      expect((await ok(entries.getEntry, { params: { storeId, entryId } })).id).toBe(made.id);
    }
  }
});

test("half a surrogate pair is refused with its path, in a value and in a name", async () => {
  const { id: storeId, owner: as } = options.store;
  const write = (raw: string) => refused(nodes.createNode, { params: { storeId }, as, raw });
  const value = await write('{"key":"x","blocks":[{"key":"a","type":"TEXT","value":["\\ud800"]}]}');
  expect(value.body.validationErrors[0]?.field).toBe("blocks[0].value[0]");
  const name = await write('{"key":"x","slug":{"\\udfff":"a"}}');
  expect(name.body.validationErrors[0]?.field).toMatch(/^slug\./);
});
