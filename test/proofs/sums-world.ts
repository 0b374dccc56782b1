import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "#core/context.ts";
import { type Key, keyOfItem } from "#core/dynamo/key.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { inParallel, newSeed, type Random, randomFrom, runUntilMet } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";
import { conflictAt } from "./table-faults.ts";

type Item = Record<string, unknown>;

/** A running process: it waits before each call until it is its turn. */
interface ProofProcess {
  startedAt: number;
  /** Timeout of the function in seconds. */
  lifetime: number;
  mayDie: boolean;
  isDead: boolean;
  ended: (how: "done" | "failed" | "dead") => void;
  calls: WaitingCall[];
}

interface WaitingCall {
  go: () => void;
  /** Turns for which the process lets others go first. */
  rests: number;
}

const currentProcess = new AsyncLocalStorage<{ world: MemoryWorld; actor: ProofProcess }>();

/** One in this many calls has the fault, by kind of fault. */
type FaultRates = { die: number; conflict: number };

/**
 * A table in memory, processes that use it, and a clock. One random process makes one call at a time, so that a seed
 * reproduces an interleaving. Each call may kill its process or meet a conflict.
 */
export class MemoryWorld {
  now = 1_700_000_000;
  readonly table: MemoryTable;
  readonly random: Random;
  readonly faults: FaultRates;
  kills = 0;
  conflicts = 0;
  calls = 0;
  #actors = new Set<ProofProcess>();
  #moved: (() => void) | undefined;

  constructor(
    random: Random,
    faults: FaultRates,
    changed: (before: Item | undefined, after: Item | undefined) => void,
  ) {
    this.random = random;
    this.faults = faults;
    this.table = new MemoryTable(changed);
  }

  get busy(): number {
    return this.#actors.size;
  }

  /** Starts a process, which waits before its first call; returns how it ended. */
  start(
    run: (ctx: Context) => Promise<unknown>,
    { lifetime = 30, mayDie = true } = {},
  ): Promise<"done" | "failed" | "dead"> {
    return new Promise((ended) => {
      const actor: ProofProcess = { startedAt: this.now, lifetime, mayDie, isDead: false, ended, calls: [] };
      this.#actors.add(actor);
      const clock = () => this.now;
      const ctx = testContext({ clock, now: () => Math.floor(this.now) });
      currentProcess.run({ world: this, actor }, () =>
        run(ctx).then(
          () => this.#end(actor, "done"),
          () => this.#end(actor, "failed"),
        ),
      );
    });
  }

  /** Waits until every process waits for a turn or has ended. */
  async quiet(): Promise<void> {
    for (;;) {
      await new Promise((tell) => setImmediate(tell));
      if ([...this.#actors].every(({ calls }) => calls.length > 0)) return;
      // A process pauses, for example after a conflict.
      await new Promise<void>((tell) => {
        this.#moved = tell;
      });
    }
  }

  async step(): Promise<void> {
    await this.quiet();
    if (this.busy === 0) return;
    const waiting = [...this.#actors].flatMap((actor) => actor.calls.map((call) => ({ actor, call })));
    const ready = waiting.filter(({ call }) => call.rests === 0);
    for (const { call } of waiting) if (call.rests > 0) call.rests--;
    const { actor, call } = this.random.pick(ready.length > 0 ? ready : waiting);
    actor.calls.splice(actor.calls.indexOf(call), 1);
    call.go();
    await this.quiet();
  }

  /** Moves the clock and ends processes that exceed their timeout. */
  pass(seconds: number): void {
    this.now += seconds;
    for (const actor of [...this.#actors]) if (this.now - actor.startedAt > actor.lifetime) this.#kill(actor);
  }

  async call(actor: ProofProcess, command: string, input: object): Promise<object> {
    await this.#turn(actor);
    if (actor.isDead) return this.#die(actor);
    this.calls++;
    const { die, conflict } = this.faults;
    const dies = actor.mayDie && die > 0 && this.random.int(die) === 0;
    if (dies && this.random.chance(0.5)) return this.#die(actor);
    if (/^TransactWrite/.test(command) && conflict > 0 && this.random.int(conflict) === 0) {
      this.conflicts++;
      const items = (input as { TransactItems: unknown[] }).TransactItems.length;
      throw conflictAt(this.random.int(items), items);
    }
    const output = this.table.perform(command, input);
    return dies ? this.#die(actor) : { output: { ...output, $metadata: {} }, response: {} };
  }

  /** Makes the current process wait for some turns. */
  async rest(turns: number): Promise<void> {
    const actor = currentProcess.getStore()?.actor;
    if (!actor) throw new Error("No process of this world is running.");
    await this.#turn(actor, turns);
  }

  items(kind: string): Item[] {
    return [...this.table.items.values()].filter(({ _t }) => _t === kind);
  }

  item(key: Key): Item | undefined {
    return [...this.table.items.values()].find(
      (item) => keyOfItem(item).pk === key.pk && keyOfItem(item).sk === key.sk,
    );
  }

  #turn(actor: ProofProcess, rests = 0): Promise<void> {
    if (actor.isDead) return new Promise(() => undefined);
    return new Promise((go) => {
      actor.calls.push({ go, rests });
      this.#tell();
    });
  }

  #tell(): void {
    const tell = this.#moved;
    this.#moved = undefined;
    tell?.();
  }

  // The promise never settles, so that nothing after the call runs.
  #die(actor: ProofProcess): Promise<never> {
    this.#kill(actor);
    return new Promise(() => undefined);
  }

  #kill(actor: ProofProcess): void {
    if (actor.isDead) return;
    actor.isDead = true;
    this.kills++;
    this.#leave(actor, "dead");
  }

  #end(actor: ProofProcess, how: "done" | "failed"): void {
    if (!actor.isDead) this.#leave(actor, how);
  }

  #leave(actor: ProofProcess, how: "done" | "failed" | "dead"): void {
    this.#actors.delete(actor);
    actor.calls.length = 0;
    actor.ended(how);
    this.#tell();
  }
}

/** Runs something in which each world's calls go to its own table and all other calls to the real one. */
export function withWorlds<T>(run: () => Promise<T>): Promise<T> {
  return interceptCalls(async (command, next, input) => {
    const found = currentProcess.getStore();
    return found ? found.world.call(found.actor, command, input) : next();
  }, run);
}

/**
 * Runs rounds with different seeds until they have met a condition.
 *
 * @returns the result of each round with its seed
 */
export async function runRounds<T extends object>(
  runs: number,
  what: string,
  run: (random: Random) => Promise<T>,
  hasMet: (found: readonly T[]) => boolean,
): Promise<(T & { seed: number })[]> {
  const first = newSeed();
  const one = async (seed: number) => ({ ...(await run(randomFrom(seed))), seed });
  const round = (number: number) => inParallel(runs, 20, (index) => one(first + number * runs + index));
  const rounds = await withWorlds(() =>
    runUntilMet(`${what} (SEED=${first})`, round, (all) => hasMet(all.flat())),
  );
  return rounds.flat();
}
