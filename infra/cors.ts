/** What browsers may do from any site: the HTTP API is configured with it, and the local gateway answers by it. */
export const CORS = {
  allowOrigins: ["*"],
  allowMethods: ["GET", "POST", "PUT", "DELETE", "OPTIONS"],
  /** The support token's header carries each caller's brand before its suffix, which a gateway's list cannot say. */
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
  ],
  /** Seconds. */
  maxAge: 86_400,
} as const;
