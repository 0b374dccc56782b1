import { lambda } from "#functions/lambda.ts";
import { showOrderPage } from "#lib/commerce/orders/page.ts";
import { orderPages } from "./routes.ts";

export const handler = lambda(orderPages.showOrderPage, (ctx, { params }) =>
  showOrderPage(ctx, params.orderToken),
);
