import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { terms } from "#core/dynamo/terms.ts";
import { Entry } from "./schema.ts";

/** Entries are many and written often: one list a collection and status, and no rows for their words. */
export const entries = entity({
  name: "entry",
  schema: Entry,
  pk: "TENANT#{store_id}#ENTRY",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#ENTRY#{collection_id}#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: ({ key, slug }) => terms([key, ...Object.values(slug)]),
  termRows: false,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Makes a key one entry's within its collection; those of one key stand together. */
export const entryKeys = entity({
  name: "entry_key",
  schema: z.object({
    store_id: z.string(),
    collection_id: z.string(),
    key: z.string(),
    entry_id: z.string(),
  }),
  pk: "TENANT#{store_id}#ENTRY_KEY",
  sk: "{key}#{collection_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Makes a slug one entry's within its store and language. */
export const entrySlugs = entity({
  name: "entry_slug",
  schema: z.object({
    store_id: z.string(),
    collection_id: z.string(),
    locale: z.string(),
    slug: z.string(),
    entry_id: z.string(),
  }),
  pk: "TENANT#{store_id}#ENTRY_SLUG",
  sk: "{locale}#{slug}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
