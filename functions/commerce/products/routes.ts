// Products: variants with a price in each market.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { STOCK } from "#lib/commerce/inventory/errors.ts";
import { ChangeInventory, VariantStock } from "#lib/commerce/inventory/schema.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import {
  CreateProductImport,
  ExportQuery,
  ProductImportCreated,
  ProductImportView,
} from "#lib/commerce/products/import-schema.ts";
import { RunImport, UnfileProducts } from "#lib/commerce/products/messages.ts";
import {
  CreateProduct,
  ProductLookup,
  ProductPage,
  ProductQuery,
  ProductView,
  UpdateProduct,
} from "#lib/commerce/products/schema.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";

export const products = routes("commerce/products", "/v1/stores/{storeId}/products", {
  createProduct: post("", {
    summary: "Create a product with its variants, prices and first stock",
    needs: "WRITE",
    body: CreateProduct,
    returns: ProductView,
    status: 201,
    errors: [PLAN.PLAN_LIMIT, PRODUCT.FAILED_CREATE],
    emits: ["product.created"],
    extension: true,
  }),
  listProducts: get("", {
    summary: "Products of a store",
    description:
      "`price_from` and `price_to` are minor units, in the given `market` or in any. `in_stock` keeps products with a variant that can be bought. `match_all=false` keeps products with any of the taxonomies.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/products"],
    query: ProductQuery,
    returns: ProductPage,
    extension: true,
  }),
  getProduct: get("/{productId}", {
    summary: "One product, by id, key or slug",
    needs: "public",
    also: ["/v1/storefront/{storeId}/products/{productId}"],
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
    summary: "Delete a product; its orders stay",
    needs: "WRITE",
    returns: Deleted,
    errors: [PRODUCT.NOT_FOUND],
    emits: ["product.deleted"],
    extension: true,
  }),
  changeInventory: put("/{productId}/inventory", {
    summary: "Change the stock of a variant at a location",
    description:
      "`delta` adds. `available` sets; for an existing level it needs `expected`, the number that you saw. `counted: false` stops counting the variant.",
    needs: "WRITE",
    body: ChangeInventory,
    returns: VariantStock,
    errors: [PRODUCT.NOT_FOUND, STOCK.INSUFFICIENT_STOCK, GENERAL.NOT_FOUND],
    emits: ["product.updated"],
    extension: true,
  }),
});

export const productTransfers = routes("commerce/products", "/v1/stores/{storeId}/products", {
  createImport: post("/imports", {
    summary: "Begin to import products from a file",
    description:
      "Post the file with the form in `upload`, then start the import. JSON Lines have on each line what makes a product, and `media_urls`; CSV has a row a variant, with the columns `key, status, name, sku, weight, requires_shipping, tax_category_id, media_urls` and, by key, `price:<market>`, `compare_at:<market>`, `stock:<location>`. Products are matched by key, variants by sku.",
    needs: "ADMIN",
    body: CreateProductImport,
    returns: ProductImportCreated,
    status: 201,
    uses: ["table:write", "media:write"],
    extension: true,
  }),
  startImport: post("/imports/{importId}/start", {
    summary: "Start the import of the posted file",
    needs: "ADMIN",
    returns: ProductImportView,
    errors: [GENERAL.NOT_FOUND, GENERAL.BAD_REQUEST],
    uses: ["table:write", "media:read"],
    extension: true,
  }),
  getImport: get("/imports/{importId}", {
    summary: "Progress of an import, and the faults of its lines",
    needs: "ADMIN",
    returns: ProductImportView,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  exportProducts: get("/export", {
    summary: "Products in the format of an import",
    description:
      "A file that is too large for an answer is stored for 15 minutes, and a 303 redirects to it. An export stops after 20 s. Send its header `x-next-cursor` as `cursor` to continue.",
    needs: "ADMIN",
    query: ExportQuery,
    returns: "bytes",
    produces: "text/csv",
    uses: ["table:read", "media:read", "media:write"],
    timeout: 28,
    extension: true,
  }),
});

export const productWorkers = workers("commerce/products", {
  unfileProducts: {
    summary: "Removes a deleted taxonomy from products",
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
  runImport: {
    summary: "Creates and changes the products of an imported file",
    trigger: { kind: "queue", message: RunImport, batchSize: 1, maxConcurrency: 5 },
    emits: ["product.created", "product.updated", "media.created"],
    uses: ["table:write", "media:read", "media:write"],
    memory: 1024,
    timeout: 120,
  },
  processDueImports: {
    summary: "Repeats lost messages of imports, and ends imports that staff never start",
    trigger: { kind: "due", of: [{ kind: "product_import", index: "PRODUCT_IMPORT#{id%8}", every: 10 }] },
    uses: ["table:write", "media:write"],
    timeout: 60,
  },
});
