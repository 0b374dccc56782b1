import { lambda } from "#functions/lambda.ts";
import { showSandboxCheckout } from "#lib/money/payments/sandbox-checkout.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.showSandboxCheckout, (ctx, { params }) =>
  showSandboxCheckout(ctx, params.checkoutId),
);
