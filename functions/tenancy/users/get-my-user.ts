import { lambda } from "#functions/lambda.ts";
import { getMyUser } from "#lib/tenancy/people/users.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.getMyUser, (ctx) => getMyUser(ctx));
