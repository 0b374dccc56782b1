import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";

/** A place of a record in a list; what it carries are attributes beside these. */
const ListRow = z.object({
  store_id: z.string(),
  generation: z.string(),
  named: z.string(),
  /** What the list is sorted by, and then the record's own sort key. */
  place: z.string(),
  /** The record: what its keys are after its tenant's name. */
  of: z.string(),
});

/** Written by the worker that keeps them alone, with the mark that says which there are. */
export const listRows = entity({
  name: "list_row",
  schema: ListRow,
  pk: "TENANT#{store_id}#ROW#{of%8}",
  sk: "{generation}#{named}#{place}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
