import { lambda } from "#functions/lambda.ts";
import { getLocation } from "#lib/commerce/locations/service.ts";
import { locations } from "./routes.ts";

export const handler = lambda(locations.getLocation, (ctx, { params }) =>
  getLocation(ctx, params.storeId, params.locationId),
);
