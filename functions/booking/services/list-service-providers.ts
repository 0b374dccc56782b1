import { lambda } from "#functions/lambda.ts";
import { listServiceProviders } from "#lib/booking/bookables/connections.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.listServiceProviders, (ctx, { params }) =>
  listServiceProviders(ctx, params.businessId, params.serviceId),
);
