import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";

/** Says that an import of a store began and has not come to its end: the same export may go on with it. */
export const imports = entity({
  name: "store_import",
  schema: z.object({ store_id: z.string(), export_id: z.string(), begun_at: z.int() }),
  pk: "TENANT#{store_id}#IMPORT",
  sk: "IMPORT",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
