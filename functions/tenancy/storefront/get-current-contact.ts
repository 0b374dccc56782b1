import { lambda } from "#functions/lambda.ts";
import { getCurrentContact } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.getCurrentContact, (ctx, { params }) =>
  getCurrentContact(ctx, params.storeId),
);
