import { lambda } from "#functions/lambda.ts";
import { assignConversation } from "#lib/engagement/support/inbox.ts";
import { supportInbox } from "./routes.ts";

export const handler = lambda(supportInbox.assignConversation, (ctx, { params, body }) =>
  assignConversation(ctx, params.storeId, params.conversationId, body.account_id),
);
