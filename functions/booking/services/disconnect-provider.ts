import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { disconnectProvider } from "#lib/booking/bookables/connections.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.disconnectProvider, async (ctx, { params }) => {
  await disconnectProvider(ctx, params.businessId, params.serviceId, params.connectionId);
  return deletionReply("connection");
});
