import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ApiError, GENERAL } from "#core/errors.ts";
import { errorReply, type LambdaReply } from "#core/http/reply.ts";

export async function handler({ headers, requestContext }: APIGatewayProxyEventV2): Promise<LambdaReply> {
  const { method, path } = requestContext.http;
  // API Gateway passes preflight requests to `ANY` routes and adds the CORS headers itself.
  if (method === "OPTIONS" && headers.origin !== undefined) return { statusCode: 204, headers: {}, body: "" };
  // A script with an unset id sends `//`, which is easily overlooked.
  const hint = path.includes("//")
    ? "A part of this path is empty."
    : "GET /v1/reference lists every operation.";
  const message = `There is no operation at ${method} ${path}. ${hint}`;
  const error = new ApiError(GENERAL.NOT_FOUND.code, 404, message);
  // The oldest part of the API has its own error format, also for unknown paths.
  return errorReply(error, requestContext.requestId, path.startsWith("/v1/users") ? "user" : "store");
}
