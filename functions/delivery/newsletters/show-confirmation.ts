import { lambda } from "#core/http/lambda.ts";
import { subscriptionPage } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showConfirmation, (_ctx, { query }) =>
  subscriptionPage("confirm", query.token ?? ""),
);
