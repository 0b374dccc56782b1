import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteWebhook } from "#lib/delivery/webhooks/service.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.deleteWebhook, async (ctx, { params }) => {
  await deleteWebhook(ctx, params.storeId, params.webhookId);
  return deletionReply("webhook");
});
