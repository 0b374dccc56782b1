import { lambda } from "#functions/lambda.ts";
import { updateConnection } from "#lib/booking/bookables/connections.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.updateConnection, (ctx, { params, body }) =>
  updateConnection(ctx, params.businessId, params.serviceId, params.connectionId, body),
);
