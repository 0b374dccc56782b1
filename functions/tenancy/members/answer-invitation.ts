import { lambda } from "#functions/lambda.ts";
import { answerInvitation } from "#lib/tenancy/people/invitations.ts";
import { invitations } from "./routes.ts";

export const handler = lambda(invitations.answerInvitation, (ctx, { params, body }) =>
  answerInvitation(ctx, params.businessId, body),
);
