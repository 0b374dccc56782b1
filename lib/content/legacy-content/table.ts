import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet } from "#core/dynamo/terms.ts";
import { COLLECTION_EVENTS } from "#lib/content/collections/events.ts";
import { ENTRY_EVENTS } from "#lib/content/entries/events.ts";
import { BusinessEntryView, collectionOf, Entry } from "./entry-schema.ts";
import { BusinessCollectionView, Collection, statusOf } from "./schema.ts";

export const collections = entity({
  name: "legacy_collection",
  schema: Collection,
  pk: "TENANT#{businessId}#LEGACY_COLLECTION",
  sk: "{id}",
  indexes: { list: "TENANT#{businessId}#LEGACY_COLLECTION#{status}" },
  computed: (collection) => ({ status: statusOf(collection) }),
  terms: ({ type }) => [facet("type", type)],
  packed: ["blocks", "plans", "statuses"],
  tenant: "businessId",
  announces: { events: COLLECTION_EVENTS, resource: "collection", shows: BusinessCollectionView },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Makes a slug unique within its business. */
export const collectionSlugs = entity({
  name: "legacy_collection_slug",
  schema: z.object({ businessId: z.string(), slug: z.string(), collectionId: z.string() }),
  pk: "TENANT#{businessId}#LEGACY_COLLECTION_SLUG",
  sk: "{slug}",
  tenant: "businessId",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Entries of orders and reservations have a separate list, which only the business sees. */
export const entries = entity({
  name: "legacy_entry",
  schema: Entry,
  pk: "TENANT#{businessId}#LEGACY_ENTRY",
  sk: "{id}",
  indexes: {
    list: "TENANT#{businessId}#LEGACY_ENTRY#{audience}#{status}",
    child: "TENANT#{businessId}#LEGACY_ENTRY#{owner}#{status}",
  },
  computed: (entry) => ({ audience: audienceOf(entry), status: statusOf(entry) }),
  packed: ["blocks", "statuses"],
  tenant: "businessId",
  announces: { events: ENTRY_EVENTS, resource: "entry", shows: BusinessEntryView },
  deletion: { tenant: "partition", person: "unaffected" },
});

function audienceOf({ owner }: Entry): "COLLECTION" | "INTERNAL" {
  return collectionOf(owner) === undefined ? "INTERNAL" : "COLLECTION";
}
