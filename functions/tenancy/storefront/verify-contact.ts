import { lambda } from "#functions/lambda.ts";
import { splitCarts } from "#lib/commerce/carts/split-carts.ts";
import { verifyContact } from "#lib/tenancy/visitors/verify-contact.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.verifyContact, (ctx, { params, body }) =>
  verifyContact(ctx, params.storeId, body, splitCarts),
);
