import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deletePublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.deletePublication, async (ctx, { params }) => {
  await deletePublication(ctx, params.storeId, params.publicationId);
  return deletionReply("publication");
});
