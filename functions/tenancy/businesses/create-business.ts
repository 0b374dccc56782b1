import { lambda } from "#functions/lambda.ts";
import { createBusiness } from "#lib/system/opening/create-business.ts";
import { withKnownEvents } from "#lib/system/platform/known-events.ts";
import { viewBusiness } from "#lib/tenancy/tenants/view.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(
  businesses.createBusiness,
  (ctx, { body }) => createBusiness(ctx, withKnownEvents(body)),
  viewBusiness,
);
