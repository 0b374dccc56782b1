import { lambda } from "#functions/lambda.ts";
import { quotePayment } from "#lib/commerce/carts/payment-quote.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.quotePayment, (ctx, { body }) => quotePayment(ctx, body));
