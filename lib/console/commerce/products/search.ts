import type { NamedView } from "#console/shared/list/list.tsx";

/** Makes the API include the records of pictures in products, instead of references. */
export const HYDRATE_QUERY = { hydrate: "true" };

export const PRODUCT_VIEWS: readonly NamedView[] = [
  { name: "all", label: ["All", "Alle"], query: {} },
  { name: "active", label: ["Active", "Aktiv"], query: { statuses: "active" } },
  { name: "draft", label: ["Drafts", "Entwürfe"], query: { statuses: "draft" } },
  { name: "archived", label: ["Archived", "Archiviert"], query: { statuses: "archived" } },
];

export const PRODUCT_SEARCH = [
  ...["query", "sort_field", "sort_direction", "cursor", "view", "columns"],
  ...["statuses", "in_stock", "taxonomies"],
];

/** The categories that a product can be in. */
export const CATEGORY_QUERY = { limit: "100", status: "active" };
