import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteProvider } from "#lib/money/payments/providers.ts";
import { paymentProviders } from "./routes.ts";

export const handler = lambda(
  paymentProviders.deletePaymentProvider,
  (ctx, { params }) => deleteProvider(ctx, params.storeId, params.providerId),
  () => deletionReply("payment provider"),
);
