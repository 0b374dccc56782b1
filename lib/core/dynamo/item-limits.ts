import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { type ApiError, GENERAL } from "#core/errors.ts";

/** What DynamoDB says of an item that it cannot keep, by itself or as the reason of a transaction. */
const TOO_LARGE = /item size/i;
const TOO_DEEP = /nest(ed|ing) level/i;

/**
 * The answer to a write of more than an item can be, which comes of what was sent; `undefined` for any other error. What
 * knows the field that is too large refuses it before.
 */
export function itemLimitError(error: unknown): ApiError | undefined {
  const said = saidOf(error);
  if (TOO_LARGE.test(said)) return refusal("the record would be larger than 400 KB: send less");
  if (TOO_DEEP.test(said))
    return refusal("the record would be nested deeper than 32 levels: send less of them");
  return undefined;
}

function saidOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.name === "ValidationException") return error.message;
  if (!(error instanceof TransactionCanceledException)) return "";
  const reasons = error.CancellationReasons ?? [];
  return reasons.map(({ Code, Message }) => (Code === "ValidationError" ? Message : "")).join(" ");
}

function refusal(message: string): ApiError {
  return GENERAL.VALIDATION_FAILED({ message });
}
