import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";

/** A record's place in a list; further attributes carry its terms. */
const ListRow = z.object({
  store_id: z.string(),
  generation: z.string(),
  named: z.string(),
  /** The sort value, and then the record's own sort key. */
  place: z.string(),
  /** The record's keys after its tenant's name. */
  of: z.string(),
});

/** Only the worker that maintains rows writes them, together with the mark that names a record's rows. */
export const listRows = entity({
  name: "list_row",
  schema: ListRow,
  pk: "TENANT#{store_id}#ROW#{of%8}",
  sk: "{generation}#{named}#{place}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
