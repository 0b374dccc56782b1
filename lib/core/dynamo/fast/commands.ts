import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type * as documents from "@aws-sdk/lib-dynamodb";
import { type ClientSettings, makeExchange } from "./exchange.ts";
import { writeCall } from "./wire.ts";

// Safe, all of them: the types are those of the SDK's document client, which takes plain values as our client does.
export const GetCommand = commandOf("GetItem") as unknown as typeof documents.GetCommand;
export const PutCommand = commandOf("PutItem") as unknown as typeof documents.PutCommand;
export const UpdateCommand = commandOf("UpdateItem") as unknown as typeof documents.UpdateCommand;
export const DeleteCommand = commandOf("DeleteItem") as unknown as typeof documents.DeleteCommand;
export const QueryCommand = commandOf("Query") as unknown as typeof documents.QueryCommand;
export const ScanCommand = commandOf("Scan") as unknown as typeof documents.ScanCommand;
export const BatchGetCommand = commandOf("BatchGetItem") as unknown as typeof documents.BatchGetCommand;
export const BatchWriteCommand = commandOf("BatchWriteItem") as unknown as typeof documents.BatchWriteCommand;
export const TransactWriteCommand = commandOf(
  "TransactWriteItems",
) as unknown as typeof documents.TransactWriteCommand;

type MiddlewareStack = DynamoDBClient["middlewareStack"];

/** A command that runs no middleware of the SDK but its client's. */
function commandOf(operation: string) {
  return class {
    readonly input: object;
    constructor(input: object) {
      this.input = input;
    }

    /** Called by the SDK's client when it sends a command. */
    resolveMiddleware(stack: MiddlewareStack) {
      return handlerOf(stack, operation);
    }
  };
}

/** The middleware of each operation, composed once and until the stack changes. */
const handlers = new WeakMap<MiddlewareStack, Map<string, ReturnType<MiddlewareStack["resolve"]>>>();

function handlerOf(stack: MiddlewareStack, operation: string) {
  const known = handlers.get(stack) ?? new Map<string, ReturnType<MiddlewareStack["resolve"]>>();
  handlers.set(stack, known);
  const made =
    known.get(operation) ?? stack.resolve(failUnsent, { commandName: `${operation}Command`, operation });
  known.set(operation, made);
  return made;
}

// Never runs: our last middleware sends the call itself, and calls nothing after it.
async function failUnsent(): Promise<never> {
  throw new Error("A call to the table was not sent.");
}

/** Steps of the SDK that are done once for all calls, or as part of another step. */
const REPLACED_STEPS = [
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
 * Makes a client convert plain values to and from DynamoDB's notation in one pass. Credentials, retries, connections
 * and errors stay the SDK's.
 *
 * @returns the client, typed for the commands above
 */
export function withFastConversion(client: DynamoDBClient): documents.DynamoDBDocumentClient {
  const stack = client.middlewareStack;
  for (const name of REPLACED_STEPS) stack.remove(name);
  // Safe: the client's configuration has these members, and the test of the wire format fails if a new SDK has not.
  const exchange = makeExchange(client.config as unknown as ClientSettings);
  stack.add((next) => (args) => next({ ...args, request: { text: writeCall(args.input) } }), {
    step: "serialize",
    name: "writeText",
  });
  stack.add(
    (_, context) => async (args) => {
      // Safe: the step before made it, and a reply belongs to the operation that was sent.
      const { text } = args.request as { text: string };
      return (await exchange(String(context.operation), text)) as never;
    },
    { step: "deserialize", name: "exchange", priority: "low" },
  );
  recomposeOnChange(stack);
  // Safe: it takes the commands above, which have these types.
  return client as unknown as documents.DynamoDBDocumentClient;
}

function recomposeOnChange(stack: MiddlewareStack): void {
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
