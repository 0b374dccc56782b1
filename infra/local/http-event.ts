import type { IncomingMessage } from "node:http";

/** A parsed request. */
export interface GatewayRequest {
  method: string;
  /** Decoded, as API Gateway passes it on. */
  path: string;
  segments: string[];
  query: string;
  requestId: string;
  sourceIp: string;
}

/** The event of an API Gateway HTTP API or a function URL, payload format 2.0. */
export interface HttpEvent {
  version: "2.0";
  routeKey: string;
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  pathParameters?: Record<string, string>;
  requestContext: Record<string, unknown>;
  body?: string;
  isBase64Encoded: boolean;
}

/** @param routeKey `GET /v1/forms/{formId}`, or `$default` */
export function httpEvent(
  request: GatewayRequest,
  incoming: IncomingMessage,
  routeKey: string,
  pathParameters: Record<string, string> | undefined,
  body: Buffer | undefined,
): HttpEvent {
  const { cookie, ...others } = incoming.headers;
  const headers: Record<string, string> = {};
  for (const name in others) headers[name] = headerText(incoming, name, others[name]);
  headers["x-forwarded-for"] = request.sourceIp;
  headers["x-forwarded-proto"] = "http";
  const binary = body !== undefined && !isText(headers);
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookie && { cookies: cookie.split("; ") }),
    headers,
    ...(request.query && { queryStringParameters: queryParameters(request.query) }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers.host ?? "",
      domainPrefix: "local",
      http: {
        method: request.method,
        path: request.path,
        protocol: `HTTP/${incoming.httpVersion}`,
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: request.requestId,
      routeKey,
      stage: "$default",
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    ...(pathParameters && { pathParameters }),
    ...(body && { body: body.toString(binary ? "base64" : "utf8") }),
    isBase64Encoded: binary,
  };
}

// API Gateway joins the values of repeated headers by commas; Node drops some and joins others differently.
function headerText(incoming: IncomingMessage, name: string, value: string | string[] | undefined): string {
  if (Array.isArray(value)) return value.join(",");
  if (incoming.rawHeaders.length === 2 * Object.keys(incoming.headers).length) return value ?? "";
  return incoming.headersDistinct[name]?.join(",") ?? value ?? "";
}

const TEXT_TYPE = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|application\/javascript\b)/i;

// Whether API Gateway passes the body as text: it encodes other types, including forms, as base64.
function isText(headers: Record<string, string>): boolean {
  const encoding = headers["content-encoding"];
  if (encoding && encoding !== "identity") return false;
  const type = headers["content-type"];
  return type === undefined || TEXT_TYPE.test(type);
}

function queryParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return { ...parameters };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// Formats a time like `12/Mar/2020:19:03:58 +0000`.
function logTime(time: Date): string {
  const two = (value: number) => (value < 10 ? `0${value}` : String(value));
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
  return `${two(time.getUTCDate())}/${MONTHS[time.getUTCMonth()]}/${time.getUTCFullYear()}:${clock} +0000`;
}
