// Entries: the records of a collection, with the fields that it defines.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { COLLECTION } from "#lib/content/collections/errors.ts";
import { RemoveEntries } from "#lib/content/collections/messages.ts";
import { ENTRY } from "#lib/content/entries/errors.ts";
import {
  CreateEntry,
  EntryLookup,
  EntryPage,
  EntryQuery,
  EntryView,
  UpdateEntry,
} from "#lib/content/entries/schema.ts";

const HYDRATE_TEXT =
  "`hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at most 4.5 MB. Beyond these limits, and for deleted or hidden records, the reference stays a string.";

export const entries = routes("content/entries", "/v1/stores/{storeId}/entries", {
  createEntry: post("", {
    summary: "Create an entry of a collection",
    needs: "WRITE",
    body: CreateEntry,
    returns: EntryView,
    status: 201,
    errors: [COLLECTION.NOT_FOUND, ENTRY.KEY_TAKEN, ENTRY.SLUG_TAKEN],
    emits: ["entry.created"],
  }),
  listEntries: get("", {
    summary: "Entries of a store, of one collection if asked",
    description: HYDRATE_TEXT,
    needs: "public",
    also: ["/v1/storefront/{storeId}/entries"],
    query: EntryQuery,
    returns: EntryPage,
  }),
  getEntry: get("/{entryId}", {
    summary: "One entry, by id, by key or by slug",
    description: HYDRATE_TEXT,
    needs: "public",
    also: ["/v1/storefront/{storeId}/entries/{entryId}"],
    query: EntryLookup,
    returns: EntryView,
  }),
  updateEntry: put("/{entryId}", {
    summary: "Change an entry",
    needs: "WRITE",
    body: UpdateEntry,
    returns: EntryView,
    errors: [ENTRY.KEY_TAKEN, ENTRY.SLUG_TAKEN],
    emits: ["entry.updated"],
  }),
  deleteEntry: del("/{entryId}", {
    summary: "Delete an entry",
    needs: "WRITE",
    returns: Deleted,
    emits: ["entry.deleted"],
  }),
});

export const entryWorkers = workers("content/entries", {
  removeEntries: {
    summary: "Deletes the entries of a deleted collection",
    trigger: { kind: "queue", message: RemoveEntries, batchSize: 1 },
    emits: ["entry.deleted"],
    timeout: 60,
  },
});
