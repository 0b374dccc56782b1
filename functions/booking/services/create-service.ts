import { lambda } from "#core/http/lambda.ts";
import { viewService } from "#lib/booking/services/read.ts";
import { createService } from "#lib/booking/services/service.ts";
import { services } from "./routes.ts";

export const handler = lambda(
  services.createService,
  (ctx, { params, body }) => createService(ctx, params.businessId, body),
  viewService,
);
