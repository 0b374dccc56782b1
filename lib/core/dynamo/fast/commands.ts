import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type * as documents from "@aws-sdk/lib-dynamodb";
import { makeExchange, type Settings } from "./exchange.ts";
import { writeCall } from "./wire.ts";

// Safe, all of them: the client that sends them writes and reads our own values, as the SDK's document client does,
// whose types these are.
export const GetCommand = named("GetItem") as unknown as typeof documents.GetCommand;
export const PutCommand = named("PutItem") as unknown as typeof documents.PutCommand;
export const UpdateCommand = named("UpdateItem") as unknown as typeof documents.UpdateCommand;
export const DeleteCommand = named("DeleteItem") as unknown as typeof documents.DeleteCommand;
export const QueryCommand = named("Query") as unknown as typeof documents.QueryCommand;
export const ScanCommand = named("Scan") as unknown as typeof documents.ScanCommand;
export const BatchGetCommand = named("BatchGetItem") as unknown as typeof documents.BatchGetCommand;
export const BatchWriteCommand = named("BatchWriteItem") as unknown as typeof documents.BatchWriteCommand;
export const TransactWriteCommand = named(
  "TransactWriteItems",
) as unknown as typeof documents.TransactWriteCommand;

type Stack = DynamoDBClient["middlewareStack"];

/** A command that takes no more of the SDK's steps than what its client has. */
function named(operation: string) {
  return class {
    readonly input: object;
    constructor(input: object) {
      this.input = input;
    }

    /** Called by the SDK's client when it sends a command. */
    resolveMiddleware(stack: Stack) {
      return handlerOf(stack, operation);
    }
  };
}

/** What the steps of a client have come to for each operation, until there is another step. */
const handlers = new WeakMap<Stack, Map<string, ReturnType<Stack["resolve"]>>>();

function handlerOf(stack: Stack, operation: string) {
  const known = handlers.get(stack) ?? new Map<string, ReturnType<Stack["resolve"]>>();
  handlers.set(stack, known);
  const made =
    known.get(operation) ?? stack.resolve(unsent, { commandName: `${operation}Command`, operation });
  known.set(operation, made);
  return made;
}

// The last step of ours calls nothing after it.
async function unsent(): Promise<never> {
  throw new Error("A call to the table was not sent.");
}

/** Steps that are done once for all calls, or in one with others. */
const REPLACED = [
  "loggerMiddleware",
  "getUserAgentMiddleware",
  "hostHeaderMiddleware",
  "contentLengthMiddleware",
  "recursionDetectionMiddleware",
  "serializerMiddleware",
  "deserializerMiddleware",
  "httpAuthSchemeMiddleware",
  "httpSigningMiddleware",
];

/**
 * Has a client write and read our own values, and takes the short way with them: credentials, repeats, connections and
 * how errors are told stay the SDK's.
 *
 * @returns the client by the types of the commands above
 */
export function withOwnNotation(client: DynamoDBClient): documents.DynamoDBDocumentClient {
  const stack = client.middlewareStack;
  for (const name of REPLACED) stack.remove(name);
  // Safe: the client's configuration has these members, and the test of the wire says if a new SDK has not.
  const exchange = makeExchange(client.config as unknown as Settings);
  stack.add((next) => (args) => next({ ...args, request: { text: writeCall(args.input) } }), {
    step: "serialize",
    name: "writeText",
  });
  stack.add(
    (_, context) => async (args) => {
      // Safe: the step before made it, and a reply is of the operation that was asked for.
      const { text } = args.request as { text: string };
      return (await exchange(String(context.operation), text)) as never;
    },
    { step: "deserialize", name: "exchange", priority: "low" },
  );
  forgetAtChanges(stack);
  // Safe: see the commands.
  return client as unknown as documents.DynamoDBDocumentClient;
}

function forgetAtChanges(stack: Stack): void {
  for (const change of ["add", "addRelativeTo", "remove"] as const) {
    const plain = stack[change] as (...args: unknown[]) => never;
    Object.assign(stack, {
      [change]: (...args: unknown[]) => {
        handlers.delete(stack);
        return plain(...args);
      },
    });
  }
}
