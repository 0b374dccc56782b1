import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteLocation } from "#lib/commerce/locations/service.ts";
import { locations } from "./routes.ts";

export const handler = lambda(locations.deleteLocation, async (ctx, { params }) => {
  await deleteLocation(ctx, params.storeId, params.locationId);
  return deletionReply("location");
});
