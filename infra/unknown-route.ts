import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ApiError, GENERAL } from "#core/errors.ts";
import { errorReply, type Result } from "#core/http/reply.ts";

/** Answers every request that no operation takes. */
export async function handler({ headers, requestContext }: APIGatewayProxyEventV2): Promise<Result> {
  const { method, path } = requestContext.http;
  // API Gateway asks a route of any method for a preflight, too, and adds what the API allows to the answer.
  if (method === "OPTIONS" && headers.origin !== undefined) return { statusCode: 204, headers: {}, body: "" };
  // An id that a script has not set leaves two slashes, which are easily overlooked.
  const hint = path.includes("//")
    ? "A part of this path is empty."
    : "GET /v1/reference lists every operation.";
  const message = `There is no operation at ${method} ${path}. ${hint}`;
  const error = new ApiError(GENERAL.NOT_FOUND.code, 404, message);
  // The oldest interface spells its errors in its own way where there is no operation, too.
  return errorReply(error, requestContext.requestId, path.startsWith("/v1/users") ? "user" : "store");
}
