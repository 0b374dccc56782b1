import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { type ApiError, GENERAL } from "#core/errors.ts";

/** DynamoDB's messages for an item that it cannot store, alone or as the reason of a transaction. */
const TOO_LARGE = /item size/i;
const TOO_DEEP = /nest(ed|ing) level/i;

/**
 * The 400 for a write that exceeds what an item can hold; `undefined` for any other error. Code that knows which field
 * is too large refuses it earlier.
 */
export function itemLimitError(error: unknown): ApiError | undefined {
  const text = validationMessage(error);
  if (TOO_LARGE.test(text)) return invalidRequest("the record would be larger than 400 KB: send less");
  if (TOO_DEEP.test(text))
    return invalidRequest("the record would be nested deeper than 32 levels: send less of them");
  return undefined;
}

function validationMessage(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.name === "ValidationException") return error.message;
  if (!(error instanceof TransactionCanceledException)) return "";
  const reasons = error.CancellationReasons ?? [];
  return reasons.map(({ Code, Message }) => (Code === "ValidationError" ? Message : "")).join(" ");
}

function invalidRequest(message: string): ApiError {
  return GENERAL.VALIDATION_FAILED({ message });
}
