import { lambda } from "#functions/lambda.ts";
import { readConversation } from "#lib/engagement/support/read.ts";
import { conversations } from "./routes.ts";

export const handler = lambda(conversations.readConversation, (ctx, { params, headers, query }) =>
  readConversation(ctx, params.storeId, params.conversationId, headers, query),
);
