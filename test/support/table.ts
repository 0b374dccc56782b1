import {
  BatchWriteCommand,
  ScanCommand,
  type TableCall,
  table,
  tableName,
  watchTable,
} from "#core/dynamo/client.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { signingKeys } from "#lib/tenancy/access/records.ts";
import { MemoryTable } from "./memory-table.ts";
import { pause, stagger } from "./pause.ts";
import type { Random } from "./random.ts";

/** Every item of the table, or those with a text in their partition. For tests only. */
export async function dumpTable(within?: string): Promise<Record<string, unknown>[]> {
  const filter = within && {
    FilterExpression: "contains(#pk, :within)",
    ExpressionAttributeNames: { "#pk": "pk" },
    ExpressionAttributeValues: { ":within": within },
  };
  const items: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page: { Items?: Record<string, unknown>[]; LastEvaluatedKey?: Record<string, unknown> } =
      await table().send(new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after, ...filter }));
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after);
  return items;
}

/** Table calls of this process during a run. */
export async function watchCalls<T>(
  run: () => Promise<T>,
): Promise<{ result: T; calls: TableCall[]; units: number }> {
  const calls: TableCall[] = [];
  watchTable((call) => calls.push(call));
  try {
    const result = await run();
    return { result, calls, units: calls.reduce((sum, { units = 0 }) => sum + units, 0) };
  } finally {
    watchTable(undefined);
  }
}

/** Writes items in bulk without conditions, for stores with thousands of records. */
export async function bulkWrite(writes: Write[]): Promise<void> {
  const items = writes
    .flatMap((write) => [write, ...(write.also ?? [])])
    .flatMap(({ put }) => (put ? [put] : []));
  const chunks = Array.from({ length: Math.ceil(items.length / 25) }, (_, index) =>
    items.slice(index * 25, (index + 1) * 25),
  );
  for (let start = 0; start < chunks.length; start += 8) {
    await Promise.all(chunks.slice(start, start + 8).map(writeChunk));
  }
}

async function writeChunk(items: Record<string, unknown>[]): Promise<void> {
  let pending = items.map((Item) => ({ PutRequest: { Item } }));
  while (pending.length > 0) {
    const reply = await table().send(new BatchWriteCommand({ RequestItems: { [tableName()]: pending } }));
    pending = (reply.UnprocessedItems?.[tableName()] ?? []) as typeof pending;
  }
}

/** Delays each table call at random, so that concurrent requests interleave. */
export async function withJitter<T>(random: Random, milliseconds: number, run: () => Promise<T>): Promise<T> {
  return interceptCalls(async (_command, next) => {
    await stagger(random, milliseconds + 1);
    return next();
  }, run);
}

/** Makes indexes lag behind the table: each answer is repeated so many times, even if it is out of date. */
export async function withLaggingIndexes<T>(times: number, run: () => Promise<T>): Promise<T> {
  const answers = new Map<string, { answer: Promise<unknown>; left: number }>();
  return interceptCalls((command, next, input) => {
    if (command !== "QueryCommand" || !("IndexName" in input)) return next();
    const question = JSON.stringify(input);
    const known = answers.get(question);
    if (known && known.left > 0) {
      known.left--;
      return known.answer;
    }
    const answer = next();
    answers.set(question, { answer, left: times });
    return answer;
  }, run);
}

type Interceptor = (command: string, next: () => Promise<unknown>, input: object) => Promise<unknown>;

/** Intercepts this process's table calls, to delay, repeat or fail them. */
export async function interceptCalls<T>(interpose: Interceptor, run: () => Promise<T>): Promise<T> {
  const name = `test-${crypto.randomUUID()}`;
  table().middlewareStack.add(
    (next, context) => async (args) =>
      (await interpose(String(context.commandName), () => next(args), args.input)) as Awaited<
        ReturnType<typeof next>
      >,
    // Inside the retries of lib/core, outside those of the SDK.
    { step: "initialize", priority: "low", name },
  );
  try {
    return await run();
  } finally {
    table().middlewareStack.remove(name);
  }
}

/** Simulates a killed process: no table call is made after the one that `isLast` accepts. */
export async function killAfterCall(
  isLast: (input: object) => boolean,
  run: () => Promise<unknown>,
): Promise<void> {
  let isDead = false;
  await interceptCalls(
    async (_, next, input) => {
      if (isDead) throw new Error("killed");
      const answer = await next();
      isDead ||= isLast(input);
      return answer;
    },
    () => run().catch(() => undefined),
  );
  if (!isDead) throw new Error("The call after which it was to die was not made.");
}

/** Replaces the table by one in memory, for proofs of very many runs. */
export async function withMemoryTable<T>(
  run: (memory: MemoryTable) => Promise<T>,
  memory = new MemoryTable(),
): Promise<T> {
  // This process publishes its signing key only once, so copy it.
  const { items } = await queryItems(signingKeys.partition(), { consistent: true });
  for (const Item of items) memory.perform("PutItem", { Item });
  return interceptCalls(
    async (command, _, input) => ({
      output: { ...memory.perform(command, input), $metadata: {} },
      response: {},
    }),
    () => run(memory),
  );
}

/** Most tries of a run, one a second. */
const MAX_TRIES = 30;

/** Table calls that got no answer. */
export interface LostCalls {
  /** Number of calls that the busy machine did not answer in time. */
  late: number;
  /** Repeats a run that failed while calls were lost, as such a failure proves nothing. */
  inTime<T>(run: () => Promise<T>): Promise<T>;
}

/** Runs a proof that must not fail because the machine is busy. */
export async function retryLostCalls<T>(run: (lateness: LostCalls) => Promise<T>): Promise<T> {
  let last = "";
  const lateness: LostCalls = {
    late: 0,
    async inTime(attempt) {
      for (let tries = 1; ; tries++) {
        const { late } = lateness;
        try {
          return await attempt();
        } catch (error) {
          if (lateness.late === late || tries === MAX_TRIES) throw new Error(`${error} (${tries}: ${last})`);
          await pause(1000);
        }
      }
    },
  };
  const countLostCalls: Interceptor = async (_, next) => {
    try {
      return await next();
    } catch (error) {
      // Errors of DynamoDB have `$fault`; others are network errors.
      if (error instanceof Error && !("$fault" in error)) lateness.late += 1;
      last = String(error);
      throw error;
    }
  };
  return interceptCalls(countLostCalls, () => run(lateness));
}
