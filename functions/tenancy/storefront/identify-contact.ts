import { lambda } from "#core/http/lambda.ts";
import { identify } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.identifyContact, (ctx, { params, body }) =>
  identify(ctx, params.storeId, body),
);
