import { intentKey } from "@storefront-backend/client";
import { permissions } from "#console/generated/permissions.ts";
import { config } from "#console/shared/config.ts";
import { language } from "#console/shared/texts.ts";
import { ApiError } from "./errors.ts";
import type { Answer, OperationId, RequestBody } from "./types.ts";

type PublicOperationId = "requestCode" | "verifyCode" | "loginUser" | "getLoginUrl" | "answerInvitation";

/** Calls an operation that needs no session. */
export async function callPublic<O extends PublicOperationId & OperationId>(
  operation: O,
  body: RequestBody<O>,
  query: Record<string, string> = {},
): Promise<Answer<O>> {
  const [, method = "", path = ""] = permissions[operation].split(" ");
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${config().api}${path}${search && `?${search}`}`, {
    method,
    headers: {
      "accept-language": language(),
      ...(method === "GET" ? {} : { "content-type": "application/json", "idempotency-key": intentKey() }),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response, answer);
  // The server checks each answer against its declared schema.
  return answer as Answer<O>;
}
