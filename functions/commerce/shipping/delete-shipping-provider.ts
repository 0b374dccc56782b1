import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteShippingProvider } from "#lib/commerce/shipping/connections.ts";
import { shippingProviders } from "./routes.ts";

export const handler = lambda(shippingProviders.deleteShippingProvider, async (ctx, { params }) => {
  await deleteShippingProvider(ctx, params.storeId, params.shippingProviderId);
  return deletionReply("shipping provider");
});
