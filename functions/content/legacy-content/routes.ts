// Collections and entries under the paths of businesses.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import {
  BusinessEntryPage,
  BusinessEntryView,
  CreateBusinessEntry,
  EntryQuery,
  GenerateBlocks,
  GeneratedBlocks,
  NewsletterVariables,
  UpdateBusinessEntry,
} from "#lib/content/legacy-content/entry-schema.ts";
import { CONTENT } from "#lib/content/legacy-content/errors.ts";
import { RemoveBusinessEntries } from "#lib/content/legacy-content/messages.ts";
import {
  BusinessCollectionPage,
  BusinessCollectionView,
  CollectionQuery,
  CreateBusinessCollection,
  SlugQuery,
  UpdateBusinessCollection,
} from "#lib/content/legacy-content/schema.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";

export const businessCollections = routes(
  "content/legacy-content",
  "/v1/businesses/{businessId}/collections",
  "business",
  {
    createBusinessCollection: post("", {
      summary: "Create a content collection, such as a newsletter",
      needs: "WRITE",
      body: CreateBusinessCollection,
      returns: BusinessCollectionView,
      status: 201,
      errors: [BUSINESS.NOT_FOUND, CONTENT.SLUG_TAKEN, CONTENT.FAILED_CREATE],
      emits: ["collection.created"],
    }),
    listBusinessCollections: get("", {
      summary: "Content collections of a business",
      needs: "public",
      query: CollectionQuery,
      returns: BusinessCollectionPage,
      errors: [BUSINESS.NOT_FOUND],
    }),
    getBusinessCollection: get("/{collectionId}", {
      summary: "One content collection, by id or slug",
      needs: "public",
      query: SlugQuery,
      returns: BusinessCollectionView,
      errors: [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND],
    }),
    updateBusinessCollection: put("/{collectionId}", {
      summary: "Change a content collection",
      needs: "WRITE",
      body: UpdateBusinessCollection,
      returns: BusinessCollectionView,
      errors: [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND, CONTENT.SLUG_TAKEN],
      emits: ["collection.updated"],
    }),
    deleteBusinessCollection: del("/{collectionId}", {
      summary: "Delete a content collection and its entries",
      needs: "WRITE",
      returns: Deleted,
      errors: [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND],
      emits: ["collection.deleted"],
    }),
    generateBlocks: post("/blocks/generate", {
      summary: "Generate the values of blocks from a prompt",
      needs: "WRITE",
      body: GenerateBlocks,
      returns: GeneratedBlocks,
      errors: [BUSINESS.NOT_FOUND, PLAN.PLAN_LIMIT, GENERAL.TOO_MANY_REQUESTS],
      uses: ["table:write", "secrets", "ai:invoke"],
      timeout: 29,
    }),
  },
);

export const businessEntries = routes(
  "content/legacy-content",
  "/v1/businesses/{businessId}/entries",
  "business",
  {
    createBusinessEntry: post("", {
      summary: "Create an entry of a collection, an order or a reservation",
      needs: "WRITE",
      body: CreateBusinessEntry,
      returns: BusinessEntryView,
      status: 201,
      errors: [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND],
      emits: ["entry.created"],
    }),
    listBusinessEntries: get("", {
      summary: "Entries of a business",
      needs: "public",
      query: EntryQuery,
      returns: BusinessEntryPage,
      errors: [BUSINESS.NOT_FOUND],
    }),
    getBusinessEntry: get("/{entryId}", {
      summary: "One entry",
      needs: "public",
      returns: BusinessEntryView,
      errors: [BUSINESS.NOT_FOUND, GENERAL.NOT_FOUND],
    }),
    updateBusinessEntry: put("/{entryId}", {
      summary: "Change an entry",
      needs: "WRITE",
      body: UpdateBusinessEntry,
      returns: BusinessEntryView,
      errors: [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND, GENERAL.NOT_FOUND],
      emits: ["entry.updated"],
    }),
    deleteBusinessEntry: del("/{entryId}", {
      summary: "Delete an entry",
      needs: "WRITE",
      returns: Deleted,
      errors: [BUSINESS.NOT_FOUND, GENERAL.NOT_FOUND],
      emits: ["entry.deleted"],
    }),
  },
);

export const entryTypes = routes("content/legacy-content", "/v1/collections/entry-types", {
  listEntryVariables: get("/{entryType}/variables", {
    summary: "Variables that the text of an entry may refer to, by the kind of its owner",
    needs: "none",
    uses: [],
    returns: NewsletterVariables,
    errors: [GENERAL.NOT_FOUND],
  }),
});

export const legacyContentWorkers = workers("content/legacy-content", {
  removeBusinessEntries: {
    summary: "Deletes the entries of a deleted content collection",
    trigger: { kind: "queue", message: RemoveBusinessEntries, batchSize: 1 },
    emits: ["entry.deleted"],
    timeout: 60,
  },
});
