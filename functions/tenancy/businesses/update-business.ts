import { lambda } from "#functions/lambda.ts";
import { updateBusiness } from "#lib/money/payments/providers.ts";
import { withKnownEvents } from "#lib/system/platform/known-events.ts";
import { viewBusiness } from "#lib/tenancy/tenants/view.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(
  businesses.updateBusiness,
  (ctx, { params, body }) => updateBusiness(ctx, params.businessId, withKnownEvents(body)),
  viewBusiness,
);
