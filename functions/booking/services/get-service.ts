import { lambda } from "#core/http/lambda.ts";
import { showService } from "#lib/booking/bookables/shown.ts";
import { viewService } from "#lib/booking/bookables/view.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.getService,
  (ctx, { params, query }) => showService(ctx, params.businessId, params.serviceId, query),
  viewService,
);
