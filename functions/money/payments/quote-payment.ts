import { lambda } from "#core/http/lambda.ts";
import { quote } from "#lib/booking/reservations/quote.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.quotePayment, (ctx, { body }) => quote(ctx, body));
