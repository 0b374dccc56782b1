import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { STOCK } from "#lib/commerce/inventory/errors.ts";
import { ChangeInventory, VariantStock } from "#lib/commerce/inventory/schema.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { UnfileProducts } from "#lib/commerce/products/messages.ts";
import {
  CreateProduct,
  ProductLookup,
  ProductPage,
  ProductQuery,
  ProductView,
  UpdateProduct,
} from "#lib/commerce/products/schema.ts";

export const products = routes("commerce/products", "/v1/stores/{storeId}/products", {
  createProduct: post("", {
    summary: "Make a product with its variants, prices and first stock",
    needs: "WRITE",
    body: CreateProduct,
    returns: ProductView,
    status: 201,
    errors: [PRODUCT.FAILED_CREATE],
    emits: ["product.created"],
    extension: true,
  }),
  listProducts: get("", {
    summary: "Products of a store",
    description:
      "`price_from` and `price_to` are minor units, of the `market` named or of any; `in_stock` leaves those of which a variant can be bought. `match_all=false` leaves those filed under any of the taxonomies.",
    needs: "public",
    query: ProductQuery,
    returns: ProductPage,
    extension: true,
  }),
  getProduct: get("/{productId}", {
    summary: "One product, by id, key or slug",
    needs: "public",
    query: ProductLookup,
    returns: ProductView,
    errors: [PRODUCT.NOT_FOUND],
    extension: true,
  }),
  updateProduct: put("/{productId}", {
    summary: "Change a product; a variant with an id is changed, one without is new, others stay",
    needs: "WRITE",
    body: UpdateProduct,
    returns: ProductView,
    errors: [PRODUCT.FAILED_UPDATE, PRODUCT.NOT_FOUND],
    emits: ["product.updated"],
    extension: true,
  }),
  deleteProduct: del("/{productId}", {
    summary: "Delete a product; what was ordered stays ordered",
    needs: "WRITE",
    returns: Deleted,
    errors: [PRODUCT.NOT_FOUND],
    emits: ["product.deleted"],
    extension: true,
  }),
  changeInventory: put("/{productId}/inventory", {
    summary: "Change the stock of a variant at a location",
    description:
      "`delta` adds; `available` sets, and needs `expected`, what was seen, where there is a level. `counted: false` ends the counting of the variant.",
    needs: "WRITE",
    body: ChangeInventory,
    returns: VariantStock,
    errors: [PRODUCT.NOT_FOUND, STOCK.INSUFFICIENT_STOCK, GENERAL.NOT_FOUND],
    emits: ["product.updated"],
    extension: true,
  }),
});

export const productWorkers = workers("commerce/products", {
  unfileProducts: {
    summary: "Takes a deleted taxonomy off the products that are filed under it",
    trigger: { kind: "queue", message: UnfileProducts, batchSize: 1 },
    on: ["taxonomy.deleted"],
    emits: ["product.updated"],
    timeout: 60,
  },
  clearStock: {
    summary: "Ends the stock of a deleted product",
    trigger: { kind: "queue", message: Event, batchSize: 1 },
    on: ["product.deleted"],
    timeout: 60,
  },
});
