import { lambda } from "#core/http/lambda.ts";
import { invite } from "#lib/tenancy/people/invitations.ts";
import { invitations } from "./routes.ts";

export const handler = lambda(invitations.createInvitation, (ctx, { params, body }) =>
  invite(ctx, params.businessId, body),
);
