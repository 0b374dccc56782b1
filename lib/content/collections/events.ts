export const COLLECTION_EVENTS = ["collection.created", "collection.updated", "collection.deleted"] as const;
