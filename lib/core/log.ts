import { Logger } from "@aws-lambda-powertools/logger";
import { isSupportToken } from "./auth/support-token.ts";

const CREDENTIALS = new Set(["authorization", "x-api-key", "cookie", "idempotency-key"]);

/** Structured log, one JSON line an entry. Never given a body, a token or an address of a person. */
export const logger = new Logger({ serviceName: "storefront", jsonReplacerFn: redact });

/** Takes the values of headers that are credentials out of whatever is logged, an error's details too. */
export function redact(name: string, value: unknown): unknown {
  return isSupportToken(name) || CREDENTIALS.has(name.toLowerCase()) ? "redacted" : value;
}
