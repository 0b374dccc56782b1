import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteEntry } from "#lib/content/legacy-content/entries.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.deleteBusinessEntry, async (ctx, { params }) => {
  await deleteEntry(ctx, params.businessId, params.entryId);
  return deletionReply("entry");
});
