import { lambda } from "#functions/lambda.ts";
import { updateUser } from "#lib/tenancy/people/users.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.updateUser, (ctx, { body }) => updateUser(ctx, body));
