import { lambda } from "#core/http/lambda.ts";
import { myAccount } from "#lib/tenancy/people/accounts.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.getMyAccount, (ctx) => myAccount(ctx));
