import { lambda } from "#functions/lambda.ts";
import { createProvider } from "#lib/booking/bookables/providers.ts";
import { providers } from "./routes.ts";

export const handler = lambda(providers.createProvider, (ctx, { params, body }) =>
  createProvider(ctx, params.businessId, body),
);
