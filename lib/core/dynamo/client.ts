import { DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { timeouts } from "#core/aws.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { env } from "#core/env.ts";
import { Contention, jitter } from "./retry.ts";
import { noteTableAccess } from "./table-access.ts";

export const {
  GetCommand,
  PutCommand,
  UpdateCommand,
  DeleteCommand,
  QueryCommand,
  ScanCommand,
  BatchGetCommand,
  BatchWriteCommand,
  TransactWriteCommand,
} = driver.commands;

/** One call to the table, as DynamoDB accounted it. */
export interface TableCall {
  command: string;
  /** Capacity units, table and indexes together; undefined when DynamoDB did not say. */
  units: number | undefined;
  /** Wall time in milliseconds, and when it began by `performance.now()`. */
  milliseconds: number;
  started: number;
  input: object;
}

let client: DynamoDBDocumentClient | undefined;
let watcher: ((call: TableCall) => void) | undefined;

/** The DynamoDB client, made at first use and used for the life of the process. */
export function table(): DynamoDBDocumentClient {
  client ??= makeClient();
  return client;
}

export function tableName(): string {
  return env("TABLE_NAME");
}

/** Reports every call with its capacity, for benches and tests; `undefined` stops it. */
export function watchTable(watch: ((call: TableCall) => void) | undefined): void {
  watcher = watch;
}

const MAX_TRIES = 6;

function makeClient(): DynamoDBDocumentClient {
  const made = driver.wrapClient(
    new DynamoDBClient({ maxAttempts: 4, ...driver.settings, ...timeouts(3_000) }),
  );
  // DynamoDB refuses a write that races a transaction on its item, and the SDK does not retry that.
  made.middlewareStack.add(
    (next) => async (args) => {
      for (let tries = 1; ; tries++) {
        try {
          return await next(args);
        } catch (error) {
          if (!(error instanceof TransactionConflictException)) throw error;
          if (tries === MAX_TRIES) throw new Contention("The item of this write stayed contended.");
          await jitter(10 * 2 ** tries);
        }
      }
    },
    { step: "initialize", name: "retryConflicts", priority: "high" },
  );
  // Emulators accept more than DynamoDB does.
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    let limits: Promise<typeof import("./limits.ts")> | undefined;
    made.middlewareStack.add(
      (next) => async (args) => {
        limits ??= import("./limits.ts");
        const { refuseBeyondLimits } = await limits;
        refuseBeyondLimits(args.input);
        return next(args);
      },
      { step: "initialize", name: "refuseBeyondLimits", priority: "normal" },
    );
  }
  made.middlewareStack.add(
    (next, context) => async (args) => {
      noteTableAccess(String(context.commandName), args.input as object);
      // The watcher may be removed while the call is on its way.
      const watch = watcher;
      if (!watch) return next(args);
      const started = performance.now();
      const input = args.input as object;
      const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: "INDEXES" } as never });
      watch({
        command: String(context.commandName),
        units: capacityUnits((result.output as { ConsumedCapacity?: unknown }).ConsumedCapacity),
        milliseconds: performance.now() - started,
        started,
        input,
      });
      return result;
    },
    { step: "initialize", name: "watchTable", priority: "high" },
  );
  return made;
}

function capacityUnits(consumed: unknown): number | undefined {
  if (!consumed) return undefined;
  const all = (Array.isArray(consumed) ? consumed : [consumed]) as { CapacityUnits?: number }[];
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
