import type { DynamoDBRecord, ScheduledEvent, SQSRecord } from "aws-lambda";

/** What came to the workers of the demo, and how they are told to fail. */
export const seen = {
  records: [] as DynamoDBRecord[],
  messages: [] as SQSRecord[],
  ticks: [] as ScheduledEvent[],
  /** Sort keys that the stream worker fails on, each once. */
  failRecords: new Set<string>(),
  /** Bodies that the queue worker fails on, each once. */
  failMessages: new Set<string>(),
};
