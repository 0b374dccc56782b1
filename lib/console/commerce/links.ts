import type { Search } from "#console/shared/screen.ts";

/** Paths of this area's screens, to which other areas link. */
export const orderPath = (id: string) => `orders/${id}`;
export const customerPath = (id: string) => `customers/${id}`;
export const ORDERS = "orders";
export const NEW_ORDER = "orders/new";

export const orderSearch = (view: "to-confirm" | "to-ship" | "unpaid" | "returns"): Search => ({ view });
export const CUSTOMERS = "customers";
export const PRODUCTS = "products";
export const IMPORT_PRODUCTS = "products/import";
export const NEW_PRODUCT = "products/new";
export const productPath = (id: string) => `products/${id}`;
