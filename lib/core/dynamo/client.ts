import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { env } from "#core/env.ts";

/** One call to the table, as DynamoDB accounted it. */
export interface Call {
  command: string;
  /** Capacity units, table and indexes together; undefined when DynamoDB did not say. */
  units: number | undefined;
  /** Wall time in milliseconds. */
  milliseconds: number;
  input: object;
}

let client: DynamoDBDocumentClient | undefined;
let watcher: ((call: Call) => void) | undefined;

/** The document client, made at first use and kept for the life of the process. */
export function table(): DynamoDBDocumentClient {
  client ??= makeClient();
  return client;
}

/** The name of the table. */
export function tableName(): string {
  return env("TABLE_NAME");
}

/** Has every call from now on reported with its capacity, for benches and tests; `undefined` stops it. */
export function watchTable(watch: ((call: Call) => void) | undefined): void {
  watcher = watch;
}

function makeClient(): DynamoDBDocumentClient {
  const made = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  made.middlewareStack.add(
    (next, context) => async (args) => {
      if (!watcher) return next(args);
      const started = performance.now();
      const input = args.input as object;
      const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: "INDEXES" } as never });
      watcher({
        command: String(context.commandName),
        units: capacity((result.output as { ConsumedCapacity?: unknown }).ConsumedCapacity),
        milliseconds: performance.now() - started,
        input,
      });
      return result;
    },
    { step: "initialize", name: "watchTable", priority: "high" },
  );
  return made;
}

function capacity(consumed: unknown): number | undefined {
  if (!consumed) return undefined;
  const all = (Array.isArray(consumed) ? consumed : [consumed]) as { CapacityUnits?: number }[];
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
