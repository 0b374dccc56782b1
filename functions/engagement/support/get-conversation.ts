import { lambda } from "#functions/lambda.ts";
import { getConversation } from "#lib/engagement/support/read.ts";
import { supportInbox } from "./routes.ts";

export const handler = lambda(supportInbox.getConversation, (ctx, { params, query }) =>
  getConversation(ctx, params.storeId, params.conversationId, query),
);
