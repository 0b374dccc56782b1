import { lambda } from "#functions/lambda.ts";
import { listConversations } from "#lib/engagement/support/inbox.ts";
import { supportInbox } from "./routes.ts";

export const handler = lambda(supportInbox.listConversations, (ctx, { params, query }) =>
  listConversations(ctx, params.storeId, query),
);
