import { Logger } from "@aws-lambda-powertools/logger";

const CREDENTIALS = /^(authorization|x-api-key|cookie|idempotency-key|.+-token)$/i;

/** Structured log, one JSON line an entry. Never given a body, a token or an address of a person. */
export const logger = new Logger({ serviceName: "storefront", jsonReplacerFn: redact });

/** Takes the values of headers that are credentials out of whatever is logged, an error's details too. */
export function redact(name: string, value: unknown): unknown {
  return CREDENTIALS.test(name) ? "redacted" : value;
}
