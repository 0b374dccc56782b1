import { lambda } from "#functions/lambda.ts";
import { getProvider } from "#lib/booking/bookables/read.ts";
import { providers } from "./routes.ts";

export const handler = lambda(providers.getProvider, (ctx, { params, query }) =>
  getProvider(ctx, params.businessId, params.providerId, query),
);
