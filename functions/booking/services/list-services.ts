import { lambda } from "#functions/lambda.ts";
import { listServices } from "#lib/booking/bookables/list.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.listServices, (ctx, { params, query }) =>
  listServices(ctx, params.businessId, query),
);
