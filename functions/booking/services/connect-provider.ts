import { lambda } from "#functions/lambda.ts";
import { connectProvider } from "#lib/booking/bookables/connections.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.connectProvider, (ctx, { params, body }) =>
  connectProvider(ctx, params.businessId, params.serviceId, body),
);
