import { GENERAL } from "#core/errors.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { uploads } from "#lib/content/media/table.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { drawing, formOf as multipartOf } from "#test/support/media.ts";
import type { JsonObject, Recipes } from "./recipe.ts";
import type { World } from "./world.ts";

/** Content blocks with every field. */
export function blocks(seed: number): JsonObject[] {
  const n = (least: number) => least + seed;
  const properties = {
    pattern: "^.*$",
    minLength: seed,
    maxLength: 100 + seed,
    minValues: 1,
    maxValues: n(3),
    min: seed,
    max: n(100),
    operation: ["equals", "plus"][seed % 2],
    country: ["DE", "FR"][seed % 2],
  };
  return [
    { type: "TEXT", properties: { ...properties, label: `Label ${seed}` }, value: [`Text ${seed}`] },
    {
      type: "LOCALIZED_TEXT",
      properties: { ...properties, label: { de: `Titel ${seed}` }, placeholder: { de: `Platz ${seed}` } },
      value: [{ de: `Wort ${seed}` }],
    },
  ];
}

/** Creates a taxonomy with a field and returns values for it. */
export async function taxonomyValues(world: World, seed: number): Promise<JsonObject[]> {
  const key = `filed-${seed}-${crypto.randomUUID().slice(0, 8)}`;
  const made = await ok(taxonomies.createTaxonomy, {
    params: { storeId: world.id },
    as: world.owner,
    body: { key, schema: [{ type: "text", id: "roast", key: "roast" }] },
  });
  const fields = [{ type: "text", id: "roast", key: "roast", value: [`dark ${seed}`] }];
  return [{ taxonomy_id: made.id, fields }];
}

const schemaFields = (seed: number) => [
  { type: "number", min: seed, max: 10 + seed, options: OMITTED },
  { type: "select", min: OMITTED, max: OMITTED, options: [`small ${seed}`, `large ${seed}`] },
];

const taxonomyFields = (seed: number) => [
  { type: "text", value: [`a${seed}`, `b${seed}`], min: seed, max: OMITTED },
  { type: "number", value: OMITTED, min: seed, max: 10 + seed },
];

const fieldProperties = (seed: number) => ({
  label: [{ de: `Wort ${seed}` }, `Word ${seed}`][seed % 2],
  placeholder: [{ de: `Wort ${seed}` }, `Word ${seed}`][seed % 2],
  pattern: "^.*$",
  minLength: seed,
  maxLength: 100 + seed,
  minValues: seed,
  maxValues: 10 + seed,
  min: seed,
  max: 10 + seed,
});
const collectionFields = (seed: number) => [
  { type: "text", properties: { ...fieldProperties(seed), options: OMITTED } },
  { type: "select", properties: { ...fieldProperties(seed + 1), localized: OMITTED } },
];

async function createCollectionIn(world: World, seed: number) {
  const key = `own-${seed}-${crypto.randomUUID().slice(0, 8)}`;
  return ok(collections.createCollection, {
    params: { storeId: world.id },
    as: world.owner,
    body: { key, fields: [{ id: "title", key: "title", type: "text" }] },
  });
}

/** A form with one field. */
async function createFormIn({ id: storeId, owner: as }: World) {
  const key = `form-${crypto.randomUUID().slice(0, 8)}`;
  const body = { key, schema: [{ type: "text" as const, id: "message", key: "message" }] };
  return ok(forms.createForm, { params: { storeId }, as, body });
}

const submittedFields = (seed: number) => [
  { type: "text", id: "message", key: "message", value: `Hello ${seed}` },
];

const formRecipe = { asks: (_: World, seed: number) => ({ body: { schema: schemaFields(seed) } }) };
const submissionRecipe = {
  asks: async (world: World, seed: number) => {
    const { id } = await createFormIn(world);
    return { params: { formId: id }, body: { form_id: id, fields: submittedFields(seed) } };
  },
};
const taxonomyRecipe = {
  asks: ({ ids }: World, seed: number) => ({
    body: { parent_id: ids.taxonomyId, schema: taxonomyFields(seed) },
  }),
};
const collectionRecipe = {
  either: [["fields", "schema"]],
  asks: (_: World, seed: number) => {
    const fields = collectionFields(seed);
    return { body: { fields, schema: fields } };
  },
};
const nodeRecipe = {
  asks: async (world: World, seed: number) => ({
    body: {
      parent_id: world.ids.nodeId,
      blocks: blocks(seed),
      taxonomies: await taxonomyValues(world, seed),
    },
  }),
};
const entryRecipe = {
  asks: async (world: World, seed: number) => {
    const { id: collection_id } = await createCollectionIn(world, seed);
    const field = { type: "text", key: "title", value: `First ${seed}` };
    const byId = [{ ...field, field_id: OMITTED, id: "title" }];
    const byFieldId = [{ ...field, field_id: "title", id: OMITTED }];
    return [byId, byFieldId].flatMap((fields) => [
      { body: { collection_id, fields, blocks: OMITTED } },
      { body: { collection_id, fields: OMITTED, blocks: fields } },
    ]);
  },
  at: { "fields[].id": "blocks[].id", "blocks[].field_id": "fields[].field_id" },
};
const businessCollectionRecipe = {
  either: [["status", "statuses"]],
  asks: (_: World, seed: number) => ({
    body: {
      blocks: [{ id: `d${seed}`, key: `k${seed}`, type: "TEXT", settings: { minLength: seed } }],
      plans: [{ price: { amount: seed, currency: "EUR" } }],
    },
  }),
  at: { status: "statuses[-1].status", "statuses[].status": "statuses[-1].status" },
};
const businessEntryRecipe = {
  either: [
    ["status", "statuses"],
    ["collectionId", "owner"],
  ],
  asks: async (world: World, seed: number) => {
    const { id } = await createBusinessCollectionIn(world);
    const block = { type: "TEXT", properties: { note: seed }, value: `Hello ${seed}` };
    const named = { collectionId: id, owner: `collection:${id}` };
    return [
      { body: { ...named, blocks: [{ ...block, id: "subject", key: OMITTED }] } },
      { body: { ...named, blocks: [{ ...block, id: OMITTED, key: "said" }] } },
    ];
  },
  at: {
    status: "statuses[-1].status",
    "statuses[].status": "statuses[-1].status",
    collectionId: ["owner", (id: unknown) => `collection:${id}`] as const,
  },
};

async function uploadPicture({ id: storeId, owner: as }: World) {
  const raw = multipartOf([{ name: "a.svg", type: "image/svg+xml", bytes: drawing() }]);
  const [made] = await ok(media.createMedia, { params: { storeId }, as, raw });
  return made?.id ?? "";
}

export const CONTENT: Recipes = {
  updateMedia: { asks: async (world) => ({ params: { mediaId: await uploadPicture(world) } }) },
  createUpload: {
    asks: (_, seed) => ({
      body: { filename: `tour-${seed}.mp4`, mime_type: "video/mp4", size: 5000 + seed },
    }),
    elsewhere: true,
    read: async ({ id: store_id }, { record }) => {
      const { name, size } = await uploads.get({ store_id, id: String(record.id) }, GENERAL.NOT_FOUND());
      return { name, size, fields: record.fields };
    },
    at: { filename: "name", mime_type: "fields.Content-Type" },
  },
  createForm: formRecipe,
  updateForm: formRecipe,
  submitForm: submissionRecipe,
  submitFormAsVisitor: {
    ...submissionRecipe,
    read: ({ id: storeId, owner: as }, { record }) => {
      const params = { storeId, formId: String(record.form_id), submissionId: String(record.id) };
      return ok(forms.getSubmission, { params, as });
    },
  },
  updateSubmission: submissionRecipe,
  createTaxonomy: taxonomyRecipe,
  updateTaxonomy: taxonomyRecipe,
  createCollection: collectionRecipe,
  updateCollection: collectionRecipe,
  createEntry: entryRecipe,
  updateEntry: entryRecipe,
  createNode: nodeRecipe,
  updateNode: nodeRecipe,
  createBusinessCollection: businessCollectionRecipe,
  updateBusinessCollection: businessCollectionRecipe,
  createBusinessEntry: businessEntryRecipe,
  updateBusinessEntry: businessEntryRecipe,
};

async function createBusinessCollectionIn({ id: businessId, owner: as }: World) {
  const blocks = [{ id: "subject", key: "said", type: "TEXT" as const }];
  return ok(businessCollections.createBusinessCollection, {
    params: { businessId },
    as,
    body: { name: "Articles", blocks },
  });
}
