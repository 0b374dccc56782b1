import { entity } from "#core/dynamo/entity.ts";
import { searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity } from "#core/records/names.ts";
import { ENTRY_EVENTS } from "./events.ts";
import { Entry, EntryEvent } from "./schema.ts";

/**
 * Entries are many and often written, so they have few index rows: one list per collection and status, one list of all
 * entries for readers who see all, and no rows for search words.
 */
export const entries = entity({
  name: "entry",
  schema: Entry,
  pk: "TENANT#{store_id}#ENTRY",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#ENTRY#{collection_id}#{status}",
    all: "TENANT#{store_id}#ENTRY#{collection_id}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: ({ key, slug }) => searchTerms([key, ...Object.values(slug)]),
  termRows: false,
  asText: { but: [] },
  answeredTwice: true,
  tenant: "store_id",
  announces: {
    events: ENTRY_EVENTS,
    shows: EntryEvent,
    twins: { blocks: { of: "fields", as: { field_id: "id" } } },
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const entryNames = nameEntity(entries);
