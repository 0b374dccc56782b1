import { lambda } from "#functions/lambda.ts";
import { updateCurrentContact } from "#lib/tenancy/visitors/own-consents.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.updateCurrentContact, (ctx, { params, body }) =>
  updateCurrentContact(ctx, params.storeId, body),
);
