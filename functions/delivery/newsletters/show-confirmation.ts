import { lambda } from "#functions/lambda.ts";
import { showConfirmation } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showConfirmation, (ctx, { params, query }) =>
  showConfirmation(ctx, params.businessId, query.token ?? ""),
);
