import { lambda } from "#functions/lambda.ts";
import { pressAccountPage } from "#lib/tenancy/people/account-pages.ts";
import { accountPages } from "./routes.ts";

export const handler = lambda(accountPages.pressAccountPage, (ctx, { params, query, bytes }) =>
  pressAccountPage(ctx, params.accountPage, query, bytes),
);
