import { entity } from "#core/dynamo/entity.ts";
import { searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity } from "#core/records/names.ts";
import { COLLECTION_EVENTS } from "./events.ts";
import { Collection, CollectionEvent } from "./schema.ts";

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
  terms: ({ key }) => searchTerms([key]),
  asText: { but: [] },
  answeredTwice: true,
  tenant: "store_id",
  announces: { events: COLLECTION_EVENTS, shows: CollectionEvent, twins: { schema: { of: "fields" } } },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const collectionNames = nameEntity(collections);
