import { lambda } from "#functions/lambda.ts";
import { showAccountPage } from "#lib/tenancy/people/account-pages.ts";
import { accountPages } from "./routes.ts";

export const handler = lambda(accountPages.showAccountPage, (ctx, { params, query }) =>
  showAccountPage(ctx, params.accountPage, query),
);
