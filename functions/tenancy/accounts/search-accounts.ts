import { lambda } from "#functions/lambda.ts";
import { searchAccounts } from "#lib/tenancy/people/search.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.searchAccounts, (ctx, { query }) => searchAccounts(ctx, query));
