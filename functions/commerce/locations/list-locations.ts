import { lambda } from "#functions/lambda.ts";
import { listLocations } from "#lib/commerce/locations/service.ts";
import { locations } from "./routes.ts";

export const handler = lambda(locations.listLocations, (ctx, { params }) =>
  listLocations(ctx, params.storeId),
);
