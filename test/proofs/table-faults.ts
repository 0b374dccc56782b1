import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionCanceledException, TransactionInProgressException } from "@aws-sdk/client-dynamodb";
import { table } from "#core/dynamo/client.ts";
import type { Random } from "#test/support/random.ts";

const FAULT_KINDS = ["crash", "lost", "conflict", "in progress"] as const;
export type Faults = Record<(typeof FAULT_KINDS)[number], number>;

/** An operation under faults: whether it crashed, and how many conflicts are still to come. */
type FaultState = { crashed: boolean; storm: number };

/** Most lost answers of one committed transaction: the SDK tries four times. */
const MAX_LOST_ANSWERS = 2;
/** Enough conflicts in a row to use up a transaction's retries, so that domain code starts again from its reads. */
const CONFLICT_STORM = 8;

const ERROR_OPTIONS = { message: "injected", $metadata: { httpStatusCode: 400 } };
const currentFaults = new AsyncLocalStorage<FaultState>();

/**
 * Injects faults of DynamoDB into what runs within `strike`: answers lost after the commit, conflicts alone and in storms,
 * and repeated transactions that meet their first try. Unless `crash` is false, a process may also die before a call.
 */
export function tableFaults(random: Random, { crash = true } = {}) {
  const count: Faults = { crash: 0, lost: 0, conflict: 0, "in progress": 0 };
  const unanswered = new Map<string, number>();
  const stack = table().middlewareStack;
  // Operations share this process's quota of retries, which they would use up.
  void table()
    .config.retryStrategy()
    .then((strategy) => Object.assign(strategy, { getCapacityCost: () => 0 }));
  stack.add(
    (next, context) => async (args) => {
      const fate = currentFaults.getStore();
      if (crash && fate && random.int(150) === 0) {
        fate.crashed = true;
        count.crash++;
        throw new Error(`died before ${context.commandName}`);
      }
      return next(args);
    },
    { step: "initialize", name: "crash", priority: "high" },
  );
  stack.add(
    (next, context) => async (args) => {
      const fate = currentFaults.getStore();
      if (!fate || !/^TransactWrite/.test(String(context.commandName))) return next(args);
      const { ClientRequestToken: token, TransactItems: items } = args.input as Transaction;
      const failed = unanswered.get(token) ?? 0;
      if (failed >= MAX_LOST_ANSWERS) return next(args);
      // A transaction that has committed can only conflict with its own repetition.
      if (failed > 0 && random.int(3) === 0) {
        unanswered.set(token, failed + 1);
        count["in progress"]++;
        throw new TransactionInProgressException(ERROR_OPTIONS);
      }
      if (failed === 0 && (fate.storm > 0 || random.int(10) === 0)) {
        fate.storm = fate.storm > 0 ? fate.storm - 1 : random.int(6) === 0 ? CONFLICT_STORM : random.int(2);
        count.conflict++;
        throw conflictAt(random.int(items.length), items.length);
      }
      const output = await next(args);
      if (random.int(12) > 0) return output;
      unanswered.set(token, failed + 1);
      count.lost++;
      throw Object.assign(new Error("the answer was lost"), { name: "TimeoutError", $retryable: {} });
    },
    { step: "deserialize", name: "answers", priority: "high" },
  );
  return {
    count,
    /** Runs something under faults; `crashed` says whether its process died. */
    async strike<T>(run: () => Promise<T>): Promise<{ result: T; crashed: boolean }> {
      const fate = { crashed: false, storm: 0 };
      const result = await currentFaults.run(fate, run);
      return { result, crashed: fate.crashed };
    },
    stop(): void {
      stack.remove("crash");
      stack.remove("answers");
    },
  };
}

type Transaction = { ClientRequestToken: string; TransactItems: unknown[] };

export function conflictAt(index: number, items: number): TransactionCanceledException {
  const CancellationReasons = Array.from({ length: items }, (_, at) => ({
    Code: at === index ? "TransactionConflict" : "None",
  }));
  return new TransactionCanceledException({ ...ERROR_OPTIONS, CancellationReasons });
}
