import { lambda } from "#functions/lambda.ts";
import { getService } from "#lib/booking/bookables/read.ts";
import { showService } from "#lib/booking/bookables/visible-services.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.getService,
  (ctx, { params, query }) => getService(ctx, params.businessId, params.serviceId, query),
  showService,
);
