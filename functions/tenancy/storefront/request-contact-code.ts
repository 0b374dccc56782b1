import { lambda } from "#functions/lambda.ts";
import { placeOf } from "#lib/money/markets/place.ts";
import { requestContactCode } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.requestContactCode, (ctx, { params, body }) =>
  requestContactCode(ctx, params.storeId, body, placeOf),
);
