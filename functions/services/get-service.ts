import { lambda } from "#core/http/lambda.ts";
import { getService, viewService } from "#lib/services/read.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.getService,
  (ctx, { params, query }) => getService(ctx, params.businessId, params.serviceId, query),
  viewService,
);
