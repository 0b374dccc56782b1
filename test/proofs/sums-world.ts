import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "#core/context.ts";
import { type Key, keyOfItem } from "#core/dynamo/key.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { inParallel, newSeed, type Random, randomFrom, runUntilMet } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";
import { conflictAt } from "./table-faults.ts";

type Item = Record<string, unknown>;

/** Something that runs: it waits before each call until it is its turn. */
interface Actor {
  startedAt: number;
  /** Seconds after which it is ended, as a function is. */
  lifetime: number;
  mayDie: boolean;
  isDead: boolean;
  ended: (how: "done" | "failed" | "dead") => void;
  /** Calls that wait: it may have made several at once. */
  calls: Call[];
}

interface Call {
  go: () => void;
  /** Turns of others that it lets pass. */
  rests: number;
}

const here = new AsyncLocalStorage<{ world: World; actor: Actor }>();

/** Chances, one in so many calls. */
interface Faults {
  die: number;
  conflict: number;
}

/**
 * A table in memory, processes that use it, and a clock. One call is made at a time, by whom chance picks: so a seed
 * gives every interleaving again, and each call may be the last of its process or meet a conflict.
 */
export class World {
  now = 1_700_000_000;
  readonly table: MemoryTable;
  readonly random: Random;
  readonly faults: Faults;
  kills = 0;
  conflicts = 0;
  calls = 0;
  #actors = new Set<Actor>();
  #moved: (() => void) | undefined;

  constructor(
    random: Random,
    faults: Faults,
    changed: (before: Item | undefined, after: Item | undefined) => void,
  ) {
    this.random = random;
    this.faults = faults;
    this.table = new MemoryTable(changed);
  }

  /** Whether anybody is at work. */
  get busy(): number {
    return this.#actors.size;
  }

  /** Begins something, which waits before its first call; says how it ended. */
  start(
    run: (ctx: Context) => Promise<unknown>,
    { lifetime = 30, mayDie = true } = {},
  ): Promise<"done" | "failed" | "dead"> {
    return new Promise((ended) => {
      const actor: Actor = { startedAt: this.now, lifetime, mayDie, isDead: false, ended, calls: [] };
      this.#actors.add(actor);
      const clock = () => this.now;
      const ctx = testContext({ clock, now: () => Math.floor(this.now) });
      here.run({ world: this, actor }, () =>
        run(ctx).then(
          () => this.#end(actor, "done"),
          () => this.#end(actor, "failed"),
        ),
      );
    });
  }

  /** Waits until everybody waits for a turn, or has ended. */
  async quiet(): Promise<void> {
    for (;;) {
      await new Promise((tell) => setImmediate(tell));
      if ([...this.#actors].every(({ calls }) => calls.length > 0)) return;
      // Somebody pauses, as after a conflict.
      await new Promise<void>((tell) => {
        this.#moved = tell;
      });
    }
  }

  /** Lets somebody make a call. */
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

  /** Lets time pass; what has run for longer than a function may is ended. */
  pass(seconds: number): void {
    this.now += seconds;
    for (const actor of [...this.#actors]) if (this.now - actor.startedAt > actor.lifetime) this.#kill(actor);
  }

  /** A call of the table by whoever runs. */
  async call(actor: Actor, command: string, input: object): Promise<object> {
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

  /** Has whoever runs let others go on. */
  async rest(turns: number): Promise<void> {
    const actor = here.getStore()?.actor;
    if (!actor) throw new Error("Nobody of this world rests.");
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

  #turn(actor: Actor, rests = 0): Promise<void> {
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

  // Its promise never ends: nothing after the call is done any more.
  #die(actor: Actor): Promise<never> {
    this.#kill(actor);
    return new Promise(() => undefined);
  }

  #kill(actor: Actor): void {
    if (actor.isDead) return;
    actor.isDead = true;
    this.kills++;
    this.#leave(actor, "dead");
  }

  #end(actor: Actor, how: "done" | "failed"): void {
    if (!actor.isDead) this.#leave(actor, how);
  }

  #leave(actor: Actor, how: "done" | "failed" | "dead"): void {
    this.#actors.delete(actor);
    actor.calls.length = 0;
    actor.ended(how);
    this.#tell();
  }
}

/** Runs something in which the calls of worlds go to their own tables, and all others to the table that there is. */
export function inWorlds<T>(run: () => Promise<T>): Promise<T> {
  return interceptCalls(async (command, next, input) => {
    const found = here.getStore();
    return found ? found.world.call(found.actor, command, input) : next();
  }, run);
}

/**
 * Runs so many at a time, each with a seed of its own, until they have met something.
 *
 * @returns what each found, with its seed
 */
export async function inRounds<T extends object>(
  runs: number,
  what: string,
  run: (random: Random) => Promise<T>,
  hasMet: (found: readonly T[]) => boolean,
): Promise<(T & { seed: number })[]> {
  const first = newSeed();
  const one = async (seed: number) => ({ ...(await run(randomFrom(seed))), seed });
  const round = (number: number) => inParallel(runs, 20, (index) => one(first + number * runs + index));
  const rounds = await inWorlds(() =>
    runUntilMet(`${what} (SEED=${first})`, round, (all) => hasMet(all.flat())),
  );
  return rounds.flat();
}
