import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { PATIENCE } from "#core/dynamo/rewrite.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { removal } from "./entries.ts";
import type { Entry, RemoveEntries } from "./entry-schema.ts";
import { entries } from "./table.ts";

const BATCH = 40;

/** Deletes the entries of a collection that is gone; it may be killed anywhere and run any number of times. */
export async function removeEntries(
  ctx: Context,
  message: z.output<typeof RemoveEntries>,
  patience = PATIENCE,
): Promise<void> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const found = await nextEntries(message);
    if (found.length === 0) return;
    await transact(
      ctx,
      found.flatMap((entry) => removal(ctx, entry)),
    );
  }
  await transact(ctx, [enqueue(ctx, "remove-business-entries", message)]);
}

// The index may still name what is gone already; what the table has decides.
async function nextEntries({ business_id, collection_id }: z.output<typeof RemoveEntries>): Promise<Entry[]> {
  const partition = entries.partition({ businessId: business_id });
  const owner = `collection:${collection_id}`;
  const pages = await Promise.all(
    ["DRAFT", "PUBLISHED"].map((status) =>
      queryItems(`${partition}#${owner}#${status}`, { index: "child_created", limit: BATCH / 2 }),
    ),
  );
  const keys = pages.flatMap(({ items }) => items.map(({ sk }) => ({ pk: partition, sk: String(sk) })));
  const found = (await batchGetItems(keys, true)).map((item) => entries.parse(item));
  return found.filter((entry) => entry.owner === owner);
}
