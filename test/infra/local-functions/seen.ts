import type { DynamoDBRecord, ScheduledEvent, SQSRecord } from "aws-lambda";

/** What came to the workers of the demo, and how they are told to fail. */
export const seen = {
  records: [] as DynamoDBRecord[],
  /** Sort keys of each batch that the stream worker was given. */
  batches: [] as string[][],
  messages: [] as SQSRecord[],
  ticks: [] as ScheduledEvent[],
  /** Sort keys that the stream worker fails on, each once. */
  failRecords: new Set<string>(),
  /** Sort keys on which the stream worker throws, always: its batches are then split. */
  throwOn: new Set<string>(),
  /** What the queue worker waits for before it begins. */
  until: Promise.resolve(),
  /** Bodies that the queue worker fails on, each once. */
  failMessages: new Set<string>(),
};
