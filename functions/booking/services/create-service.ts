import { lambda } from "#functions/lambda.ts";
import { createService } from "#lib/booking/bookables/services.ts";
import { showService } from "#lib/booking/bookables/visible-services.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.createService,
  (ctx, { params, body }) => createService(ctx, params.businessId, body),
  showService,
);
