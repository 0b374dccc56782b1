// Collections: kinds of entries, with the fields of each kind.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { KeyQuery } from "#core/records/schema.ts";
import { COLLECTION } from "#lib/content/collections/errors.ts";
import {
  CollectionPage,
  CollectionQuery,
  CollectionView,
  CreateCollection,
  UpdateCollection,
} from "#lib/content/collections/schema.ts";

export const collections = routes("content/collections", "/v1/stores/{storeId}/collections", {
  createCollection: post("", {
    summary: "Create a collection",
    needs: "WRITE",
    body: CreateCollection,
    returns: CollectionView,
    status: 201,
    errors: [COLLECTION.KEY_TAKEN],
    emits: ["collection.created"],
  }),
  listCollections: get("", {
    summary: "Collections of a store",
    needs: "public",
    also: ["/v1/storefront/{storeId}/collections"],
    query: CollectionQuery,
    returns: CollectionPage,
  }),
  getCollection: get("/{collectionId}", {
    summary: "One collection, by id or by key",
    needs: "public",
    also: ["/v1/storefront/{storeId}/collections/{collectionId}"],
    query: KeyQuery,
    returns: CollectionView,
    errors: [COLLECTION.NOT_FOUND],
    extension: true,
  }),
  updateCollection: put("/{collectionId}", {
    summary: "Change a collection's key, fields or status",
    needs: "WRITE",
    body: UpdateCollection,
    returns: CollectionView,
    errors: [COLLECTION.NOT_FOUND, COLLECTION.KEY_TAKEN],
    emits: ["collection.updated"],
  }),
  deleteCollection: del("/{collectionId}", {
    summary: "Delete a collection and its entries",
    needs: "WRITE",
    returns: Deleted,
    errors: [COLLECTION.NOT_FOUND],
    emits: ["collection.deleted"],
  }),
});
