import { lambda } from "#functions/lambda.ts";
import { PAYABLES } from "#functions/payables.ts";
import { decideSandboxCheckout } from "#lib/money/payments/sandbox-checkout.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.decideSandboxCheckout, (ctx, { params, bytes }) =>
  decideSandboxCheckout(ctx, params.checkoutId, bytes, PAYABLES),
);
