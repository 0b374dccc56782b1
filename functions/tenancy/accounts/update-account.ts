import { lambda } from "#functions/lambda.ts";
import { updateAccount } from "#lib/tenancy/people/accounts.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.updateAccount, (ctx, { body }) => updateAccount(ctx, body));
