import { lambda } from "#functions/lambda.ts";
import { verifyContact } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.verifyContact, (ctx, { params, body }) =>
  verifyContact(ctx, params.storeId, body),
);
