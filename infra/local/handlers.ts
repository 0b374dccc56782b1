import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { handlerOf } from "#core/http/caller.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { failToLoad } from "./load-failure.ts";
import { DEFAULT_TIMEOUT } from "./provision.ts";
import { versionOf } from "./reload.ts";

/** The operations and workers that a stack runs. */
export interface Manifest {
  operations: readonly Operation[];
  workers: readonly Worker[];
  /** Folder of the handlers; the project's `functions/` by default. */
  folder?: string;
}

/** Lambda's second argument to a handler. */
interface LambdaContext {
  awsRequestId: string;
  functionName: string;
  functionVersion: string;
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  logGroupName: string;
  logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
  done(): void;
  fail(): void;
  succeed(): void;
}

type Handler = (event: unknown, context: LambdaContext) => Promise<unknown>;

/** A Lambda function, which is loaded at its first call and again after its files change. */
export interface LambdaFunction {
  readonly id: string;
  readonly file: string;
  invoke(event: unknown, requestId: string): Promise<unknown>;
}

/** The function that runs in the current async context and its request, for code that observes calls. */
export const runningFunction = new AsyncLocalStorage<{ id: string; requestId: string }>();

/** Publishes an `Invocation` after every call of a function that returns an answer. */
export const invocations = channel("storefront:invocation");
export type Invocation = { id: string; requestId: string; event: unknown; answer: unknown };

/** Defaults: memory in MB, timeout in seconds. */
const ENDPOINT_DEFAULTS = { memory: 1024, timeout: 10 };
const WORKER_DEFAULTS = { memory: 512, timeout: DEFAULT_TIMEOUT };

const FUNCTION_FOLDER = fileURLToPath(new URL("../../functions", import.meta.url));

export const UNKNOWN_ROUTE = lambdaFunction(
  { id: "unknownRoute", ...ENDPOINT_DEFAULTS },
  fileURLToPath(new URL("../unknown-route.ts", import.meta.url)),
);

/** The function of an operation, `functions/<area>/<domain>/<kebab id>.ts`. */
export function operationFunction(operation: Operation, folder = FUNCTION_FOLDER): LambdaFunction {
  return lambdaFunction(
    { ...ENDPOINT_DEFAULTS, ...operation },
    join(folder, operation.folder, `${kebab(handlerOf(operation))}.ts`),
  );
}

/** The function of a worker, `functions/<area>/<domain>/<kebab id>.worker.ts`. */
export function workerFunction(worker: Worker, folder = FUNCTION_FOLDER): LambdaFunction {
  return lambdaFunction(
    { ...WORKER_DEFAULTS, ...worker },
    join(folder, worker.folder, `${kebab(worker.id)}.worker.ts`),
  );
}

function lambdaFunction(unit: { id: string; memory: number; timeout: number }, file: string): LambdaFunction {
  const name = kebab(unit.id);
  let loaded: Promise<Handler> | undefined;
  let version: number | undefined;
  const load = () => {
    if (version !== versionOf(file)) loaded = undefined;
    version = versionOf(file);
    loaded ??= loadHandler(file).catch((error: unknown) => {
      loaded = undefined;
      return failToLoad(error);
    });
    return loaded;
  };
  return {
    id: unit.id,
    file,
    invoke: async (event, requestId) => {
      const handler = await load();
      const deadline = Date.now() + scaledTimeout(unit.timeout * 1000);
      const context = lambdaContext(name, requestId, deadline, unit.memory);
      const call = runningFunction.run({ id: unit.id, requestId }, () => handler(event, context));
      const answer = await withTimeout(unit.timeout, name, call);
      if (invocations.hasSubscribers) invocations.publish({ id: unit.id, requestId, event, answer });
      return answer;
    },
  };
}

/** Fails a call after the function's timeout, as Lambda does. Its code continues here, without effect on the answer. */
async function withTimeout<T>(seconds: number, name: string, call: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const message = `${name}: Task timed out after ${seconds.toFixed(2)} seconds`;
    late = setTimeout(() => reject(new Error(message)), scaledTimeout(seconds * 1000));
  });
  try {
    return await Promise.race([call, expired]);
  } finally {
    clearTimeout(late);
  }
}

async function loadHandler(file: string): Promise<Handler> {
  if (!existsSync(file)) throw new Error(`There is no ${file}, which the manifest names.`);
  const module: { handler?: Handler } = await import(pathToFileURL(file).href);
  if (typeof module.handler !== "function") throw new Error(`${file} does not export a handler.`);
  return module.handler;
}

function lambdaContext(name: string, requestId: string, deadline: number, memory: number): LambdaContext {
  return {
    awsRequestId: requestId,
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    memoryLimitInMB: String(memory),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
