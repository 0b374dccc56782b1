import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteProvider } from "#lib/booking/bookables/providers.ts";
import { providers } from "./routes.ts";

export const handler = lambda(providers.deleteProvider, async (ctx, { params }) => {
  await deleteProvider(ctx, params.businessId, params.providerId);
  return deletionReply("provider");
});
