/** CORS of the HTTP API; the local gateway uses the same values. */
export const CORS = {
  allowOrigins: ["*"],
  allowMethods: ["GET", "POST", "PUT", "DELETE", "OPTIONS"],
  /** A support token's header begins with the brand of the caller, which no fixed list can name. */
  allowHeaders: [
    "Authorization",
    "Content-Type",
    "X-API-Key",
    "Idempotency-Key",
    "Prefer",
    "X-Support-Token",
    "*",
  ],
  exposeHeaders: [
    "x-request-id",
    "retry-after",
    "ratelimit",
    "ratelimit-policy",
    "ignored-parameters",
    "preference-applied",
    "x-next-cursor",
    // The request's id where AWS answered.
    "apigw-requestid",
    "x-amzn-requestid",
    "x-amz-cf-id",
  ],
  /** Seconds. */
  maxAge: 86_400,
} as const;
