import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { terms } from "#core/dynamo/terms.ts";
import { Collection } from "./schema.ts";

export const collections = entity({
  name: "collection",
  schema: Collection,
  pk: "TENANT#{store_id}#COLLECTION",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#COLLECTION#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: ({ key }) => terms([key]),
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Makes a key one collection's within its store. */
export const collectionKeys = entity({
  name: "collection_key",
  schema: z.object({ store_id: z.string(), key: z.string(), collection_id: z.string() }),
  pk: "TENANT#{store_id}#COLLECTION_KEY",
  sk: "{key}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
