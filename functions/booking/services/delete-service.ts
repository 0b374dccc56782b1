import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteService } from "#lib/booking/bookables/services.ts";
import { services } from "./routes.ts";

export const handler = lambda(services.deleteService, async (ctx, { params }) => {
  await deleteService(ctx, params.businessId, params.serviceId);
  return deletionReply("service");
});
