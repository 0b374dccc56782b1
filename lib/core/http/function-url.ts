import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { logger } from "#core/log.ts";
import { logLineFields, withLogContext } from "#core/log-context.ts";
import { errorCodeOf, errorReply, type LambdaReply, type RawReply, rawReply } from "./reply.ts";

/** A request to a function that has its own URL. */
interface UrlRequest {
  path: string;
  /** The query as it was sent, without the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  /** The viewer's IP address as the CDN reports it; without a CDN, the caller's. */
  ip: string;
}

/** The handler of a worker with a function URL. Errors become the documented body, which is not cached. */
export function urlHandler(id: string, run: (request: UrlRequest) => Promise<RawReply>) {
  const answer = async ({
    rawPath,
    rawQueryString,
    headers,
    requestContext,
  }: APIGatewayProxyEventV2): Promise<LambdaReply> => {
    const started = performance.now();
    const { requestId, http } = requestContext;
    // The header is the IP address, a colon and the port.
    const ip = headers["cloudfront-viewer-address"]?.replace(/:\d+$/, "") ?? http.sourceIp;
    let result: LambdaReply;
    let code: string | undefined;
    try {
      result = rawReply(await run({ path: rawPath, query: rawQueryString, headers, ip }), requestId);
    } catch (error) {
      code = errorCodeOf(error);
      result = errorReply(error, requestId);
    }
    const ms = Math.round(performance.now() - started);
    logger.info("request", {
      op: id,
      status: result.statusCode,
      ms,
      id: requestId,
      ...logLineFields(),
      code,
    });
    return result;
  };
  return (event: APIGatewayProxyEventV2) =>
    withLogContext({ request: event.requestContext.requestId }, () => answer(event));
}
