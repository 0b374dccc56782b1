import { lambda } from "#functions/lambda.ts";
import { showRenewal } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showRenewal, (ctx, { params, query }) =>
  showRenewal(ctx, params.businessId, query.token ?? ""),
);
