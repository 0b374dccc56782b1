import { Logger } from "@aws-lambda-powertools/logger";

/** Structured log, one JSON line an entry. Never given a body, a token or an address of a person. */
export const logger = new Logger({ serviceName: "storefront" });
