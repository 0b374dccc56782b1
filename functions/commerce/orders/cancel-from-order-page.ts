import { lambda } from "#functions/lambda.ts";
import { cancelFromPage } from "#lib/commerce/orders/page.ts";
import { orderPages } from "./routes.ts";

export const handler = lambda(orderPages.cancelFromOrderPage, (ctx, { params }) =>
  cancelFromPage(ctx, params.orderToken),
);
