import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/webhooks/$id",
  title: ["Webhook", "Webhook"],
  needs: "getWebhook",
  prefetch: ({ id = "" }) => [
    readRequest("getWebhook", { webhookId: id }),
    readRequest("listWebhookAttempts", { webhookId: id }, { limit: 50 }),
  ],
  page: () => import("./page.tsx"),
});
