import { lambda } from "#functions/lambda.ts";
import { confirmUser } from "#lib/tenancy/people/registration.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.confirmUser, (ctx, { body }) => confirmUser(ctx, body.token));
