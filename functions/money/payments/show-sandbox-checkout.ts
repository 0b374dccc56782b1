import { lambda } from "#core/http/lambda.ts";
import { showCheckout } from "#lib/money/payments/sandbox-desk.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.showSandboxCheckout, (ctx, { params }) =>
  showCheckout(ctx, params.checkoutId),
);
