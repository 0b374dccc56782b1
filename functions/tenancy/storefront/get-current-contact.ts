import { lambda } from "#core/http/lambda.ts";
import { currentContact } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.getCurrentContact, (ctx, { params }) =>
  currentContact(ctx, params.storeId),
);
