import { lambda } from "#functions/lambda.ts";
import { registerUser } from "#lib/tenancy/people/registration.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.registerUser, (ctx, { body }) => registerUser(ctx, body));
