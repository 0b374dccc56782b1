import { lambda } from "#functions/lambda.ts";
import { updateLocation } from "#lib/commerce/locations/service.ts";
import { locations } from "./routes.ts";

export const handler = lambda(locations.updateLocation, (ctx, { params, body }) =>
  updateLocation(ctx, params.storeId, params.locationId, body),
);
