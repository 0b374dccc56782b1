import { lambda } from "#functions/lambda.ts";
import { updateUser } from "#lib/tenancy/people/users.ts";
import { userAliases } from "./routes.ts";

export const handler = lambda(userAliases.updateUserByAlias, (ctx, { body }) => updateUser(ctx, body));
