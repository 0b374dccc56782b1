import { lambda } from "#functions/lambda.ts";
import { updateService } from "#lib/booking/bookables/services.ts";
import { showService } from "#lib/booking/bookables/visible-services.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.updateService,
  (ctx, { params, body }) => updateService(ctx, params.businessId, params.serviceId, body),
  showService,
);
