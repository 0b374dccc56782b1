import type { SQSEvent } from "aws-lambda";
import { seen } from "#test/infra/local-functions/seen.ts";

export async function handler({ Records }: SQSEvent) {
  await seen.until;
  const failed = Records.filter(({ body }) => seen.failMessages.delete(body));
  seen.messages.push(...Records.filter((record) => !failed.includes(record)));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
