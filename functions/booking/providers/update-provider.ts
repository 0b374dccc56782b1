import { lambda } from "#functions/lambda.ts";
import { updateProvider } from "#lib/booking/bookables/providers.ts";
import { providers } from "./routes.ts";

export const handler = lambda(providers.updateProvider, (ctx, { params, body }) =>
  updateProvider(ctx, params.businessId, params.providerId, body),
);
