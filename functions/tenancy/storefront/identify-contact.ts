import { lambda } from "#functions/lambda.ts";
import { placeOf } from "#lib/money/markets/place.ts";
import { identifyContact } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.identifyContact, (ctx, { params, body }) =>
  identifyContact(ctx, params.storeId, body, placeOf),
);
