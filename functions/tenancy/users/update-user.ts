import { lambda } from "#functions/lambda.ts";
import { updateUser } from "#lib/tenancy/people/users.ts";
import { userAliases, users } from "./routes.ts";

export const handler = lambda([users.updateUser, userAliases.updateUserByAlias], (ctx, { body }) =>
  updateUser(ctx, body),
);
