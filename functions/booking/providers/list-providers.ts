import { lambda } from "#functions/lambda.ts";
import { listProviders } from "#lib/booking/bookables/list.ts";
import { providers } from "./routes.ts";

export const handler = lambda(providers.listProviders, (ctx, { params, query }) =>
  listProviders(ctx, params.businessId, query),
);
