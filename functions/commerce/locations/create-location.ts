import { lambda } from "#functions/lambda.ts";
import { createLocation } from "#lib/commerce/locations/service.ts";
import { locations } from "./routes.ts";

export const handler = lambda(locations.createLocation, (ctx, { params, body }) =>
  createLocation(ctx, params.storeId, body),
);
