import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { seen } from "#test/infra/local-functions/seen.ts";

export async function handler({ Records }: DynamoDBStreamEvent) {
  const names = Records.map((record) => record.dynamodb?.NewImage?.sk?.S ?? "");
  seen.batches.push(names);
  const bad = names.find((name) => seen.throwOn.has(name));
  if (bad) throw new Error(`The record ${bad} is poison.`);
  const client = new SQSClient({});
  for (const record of Records) {
    const name = record.dynamodb?.NewImage?.sk?.S ?? "";
    if (seen.failRecords.delete(name)) {
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber }] };
    }
    seen.records.push(record);
    await client.send(
      new SendMessageCommand({ QueueUrl: `${process.env.QUEUE_URL_PREFIX}do-work`, MessageBody: name }),
    );
  }
  client.destroy();
  return { batchItemFailures: [] };
}
