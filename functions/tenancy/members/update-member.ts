import { lambda } from "#functions/lambda.ts";
import { updateMember } from "#lib/tenancy/people/members.ts";
import { members } from "./routes.ts";

export const handler = lambda(members.updateMember, (ctx, { params, body }) =>
  updateMember(ctx, params.storeId, params.accountId, body),
);
