import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteEntry } from "#lib/content/entries/change.ts";
import { entries } from "./routes.ts";

export const handler = lambda(entries.deleteEntry, async (ctx, { params }) => {
  await deleteEntry(ctx, params.storeId, params.entryId);
  return deletionReply("entry");
});
