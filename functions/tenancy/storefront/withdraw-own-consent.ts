import { lambda } from "#functions/lambda.ts";
import { customersOfOrders } from "#lib/commerce/orders/customer-index.ts";
import { withdrawOwnConsent } from "#lib/tenancy/visitors/own-consents.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.withdrawOwnConsent, (ctx, { params }) =>
  withdrawOwnConsent(ctx, params.storeId, params.channel, customersOfOrders),
);
