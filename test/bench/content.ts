import { services } from "#functions/booking/services/routes.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { services as serviceTable } from "#lib/booking/bookables/table.ts";
import { entries as entryTable } from "#lib/content/entries/table.ts";
import { submissions } from "#lib/content/forms/table.ts";
import { nodes as nodeTable } from "#lib/content/nodes/table.ts";
import { ok } from "#test/support/client.ts";
import { openStore, type TestStore } from "#test/support/world.ts";
import { copyRecord } from "./copy-record.ts";

const RECORDS = Number(process.env.BENCH_RECORDS ?? 10_000);
const SAMPLE_TEXT = {
  en: "A washed coffee from the hills above the lake, roasted light, with notes of jasmine and apricot.",
  de: "Ein gewaschener Kaffee von den Hügeln über dem See, hell geröstet, mit Noten von Jasmin und Aprikose.",
};

export interface BenchContent {
  storeId: string;
  token: string;
  formId: string;
  formIds: string[];
  collectionId: string;
  entryIds: string[];
  nodeIds: string[];
  serviceIds: string[];
  submissionIds: string[];
}

/** A store with 60 forms, and ten thousand entries, nodes, services and submissions of 650 bytes in two languages. */
export async function openBenchContent(): Promise<BenchContent> {
  const store = await openStore();
  const { id: storeId, owner } = store;
  const formIds: string[] = [];
  for (let index = 0; index < 60; index++) {
    const body = { key: `form-${index}`, schema: FORM_SCHEMA };
    formIds.push((await ok(forms.createForm, { params: { storeId }, as: owner, body })).id);
  }
  const [formId = ""] = formIds;
  const collectionId = await createCollection(store);
  return {
    storeId,
    token: owner.token,
    formId,
    formIds,
    collectionId,
    entryIds: await createEntries(store, collectionId),
    nodeIds: await createNodes(store),
    serviceIds: await createServices(store),
    submissionIds: await createSubmissions(store, formId),
  };
}

export const FORM_SCHEMA = [
  { type: "text", key: "name", required: true },
  { type: "text", key: "message", required: true },
];

async function createCollection({ id: storeId, owner: as }: TestStore): Promise<string> {
  const text = { type: "text", properties: { localized: true } } as const;
  const fields = [
    { ...text, key: "title", required: true },
    { ...text, key: "teaser" },
    { ...text, key: "body" },
    { key: "price", type: "number" as const },
  ];
  const made = await ok(collections.createCollection, {
    params: { storeId },
    as,
    body: { key: "roasts", fields },
  });
  return made.id;
}

export function entryBody(collection_id: string, key: string) {
  return {
    collection_id,
    key,
    slug: { en: key, de: `${key}-de` },
    fields: entryFields("Apricot hills"),
  };
}

export function entryFields(title: string) {
  return [
    { key: "title", value: { en: title, de: "Aprikosenhügel" } },
    { key: "teaser", value: { en: SAMPLE_TEXT.en.slice(0, 60), de: SAMPLE_TEXT.de.slice(0, 60) } },
    { key: "body", value: SAMPLE_TEXT },
    { key: "price", value: 1290 },
  ];
}

async function createEntries({ id: storeId, owner: as }: TestStore, collectionId: string) {
  const unique = "roast";
  const body = entryBody(collectionId, unique);
  const { id } = await ok(entries.createEntry, { params: { storeId }, as, body });
  return copyRecord({ key: (one) => entryTable.key({ store_id: storeId, id: one }), id, unique }, RECORDS);
}

export function entryBlocks(title: string) {
  return [
    { key: "title", type: "LOCALIZED_TEXT", value: [{ en: title, de: title }] },
    { key: "body", type: "LOCALIZED_TEXT", value: [SAMPLE_TEXT] },
  ];
}

async function createNodes({ id: storeId, owner: as }: TestStore) {
  const unique = "page";
  const body = { key: unique, slug: { en: unique }, blocks: entryBlocks("Hills"), status: "ACTIVE" };
  const { id } = await ok(nodes.createNode, { params: { storeId }, as, body });
  return copyRecord({ key: (one) => nodeTable.key({ store_id: storeId, id: one }), id, unique }, RECORDS);
}

async function createServices({ id: businessId, owner: as }: TestStore) {
  const unique = "haircut";
  const prices = [{ market: "eu", amount: 5000 }];
  const body = {
    key: unique,
    name: "Cut",
    blocks: entryBlocks("Cut"),
    prices,
    durations: [{ duration: 60 }],
  };
  const { id } = await ok(services.createService, { params: { businessId }, as, body });
  return copyRecord({ key: (one) => serviceTable.key({ businessId, id: one }), id, unique }, RECORDS);
}

export function submissionBody(form_id: string) {
  return {
    form_id,
    fields: [
      { key: "name", value: "Grace Hopper" },
      { key: "message", value: `${SAMPLE_TEXT.en} ${SAMPLE_TEXT.de} ${SAMPLE_TEXT.en}`.slice(0, 280) },
    ],
  };
}

async function createSubmissions({ id: storeId }: TestStore, formId: string) {
  const body = submissionBody(formId);
  const { id } = await ok(forms.submitForm, { params: { storeId, formId }, body });
  return copyRecord(
    { key: (one) => submissions.key({ store_id: storeId, form_id: formId, id: one }), id },
    RECORDS,
  );
}
