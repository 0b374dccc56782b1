import type { DynamoDBRecord, ScheduledEvent, SQSRecord } from "aws-lambda";

/** What the test workers received, and on which input they should fail. */
export const seen = {
  records: [] as DynamoDBRecord[],
  /** Sort keys of each batch of the stream worker. */
  batches: [] as string[][],
  messages: [] as SQSRecord[],
  ticks: [] as ScheduledEvent[],
  /** Sort keys that fail once. */
  failRecords: new Set<string>(),
  /** Sort keys that always throw, so that batches are split. */
  throwOn: new Set<string>(),
  /** The queue worker waits for this. */
  until: Promise.resolve(),
  /** Bodies that fail once. */
  failMessages: new Set<string>(),
};
