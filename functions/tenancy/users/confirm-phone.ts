import { lambda } from "#functions/lambda.ts";
import { confirmPhone } from "#lib/tenancy/people/phone.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.confirmPhone, (ctx, { body }) => confirmPhone(ctx, body));
