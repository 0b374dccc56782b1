import { lambda } from "#functions/lambda.ts";
import { getMyAccount } from "#lib/tenancy/people/accounts.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.getMyAccount, (ctx) => getMyAccount(ctx));
