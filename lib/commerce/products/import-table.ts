import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { dueOf, importLife } from "./import-lifecycle.ts";
import { ProductImport } from "./import-schema.ts";

/** Seconds after which an import is deleted. */
const IMPORT_LIFETIME = 90 * DAY;

export const imports = entity({
  name: "product_import",
  schema: ProductImport,
  life: importLife,
  pk: "TENANT#{store_id}#PRODUCT_IMPORT",
  sk: "{id}",
  indexes: { due: "PRODUCT_IMPORT#{id%8}" },
  due_at: dueOf,
  ttl: ({ created_at }) => created_at + IMPORT_LIFETIME,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The media that a URL was imported as, so that a second import makes no copy. */
export const importedMedia = entity({
  name: "imported_media",
  schema: z.object({ store_id: z.string(), url_hash: z.string(), media_id: z.string() }),
  pk: "TENANT#{store_id}#IMPORTED_MEDIA",
  sk: "{url_hash}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
