import type { AnyErrorFactory, ApiError } from "./errors.ts";

interface LifecycleTypes {
  state: string;
  /** The record with all that decides about it, read by the caller at one time. */
  snapshot: object;
  /** What happens to the record, and other data that a transition needs, such as the time. */
  event: { type: string };
  /** The new record, with what must be written and announced beside it. */
  outcome: { record: { status: string } };
}

/** What an event does to a record in a state. Made by `movesTo`, `deletes`, `refuses` and `ignored`. */
type Transition<S extends string, Snapshot, E, O> = Moves<S, Snapshot, E, O> | Refuses<Snapshot, E> | Ignored;

interface Moves<S extends string, Snapshot, E, O> {
  readonly kind: "moves";
  readonly to: readonly S[];
  readonly apply: (snapshot: Snapshot, event: E) => O;
  readonly errors: readonly AnyErrorFactory[];
}

interface Refuses<Snapshot, E> {
  readonly kind: "refuses";
  readonly error: AnyErrorFactory;
  readonly make: (snapshot: Snapshot, event: E) => ApiError;
}

interface Ignored {
  readonly kind: "ignored";
}

export type EventOf<E extends { type: string }, T extends E["type"]> = E extends { type: infer I }
  ? T extends I
    ? E & { type: T }
    : never
  : never;

/** The transition of each event in each state. A table without one of them does not compile. */
type TransitionTable<P extends LifecycleTypes> = {
  readonly [T in P["event"]["type"]]: {
    readonly [S in P["state"]]: Transition<
      P["state"] | DeletedState,
      P["snapshot"],
      EventOf<P["event"], T>,
      P["outcome"]
    >;
  };
};

/** The state of a record that is deleted. */
const DELETED_STATE = "deleted";
type DeletedState = typeof DELETED_STATE;

/**
 * The event brings the record to one of these states. The compiler checks that `apply` returns a record in one of them.
 *
 * @param errors what `apply` may throw if this record or this request does not allow the event
 */
export function movesTo<const S extends string, Snapshot, E, O extends { record: { status: NoInfer<S> } }>(
  states: readonly S[],
  apply: (snapshot: Snapshot, event: E) => O,
  errors: readonly AnyErrorFactory[] = [],
): Moves<S, Snapshot, E, O> {
  return { kind: "moves", to: states, apply, errors };
}

/** The event deletes the record. */
export function deletes<Snapshot, E, O>(
  apply: (snapshot: Snapshot, event: E) => O,
): Moves<DeletedState, Snapshot, E, O> {
  return { kind: "moves", to: [DELETED_STATE], apply, errors: [] };
}

/** The event is refused with this error. */
export function refuses<Snapshot, E>(
  error: AnyErrorFactory,
  make: (snapshot: Snapshot, event: E) => ApiError,
): Refuses<Snapshot, E> {
  return { kind: "refuses", error, make };
}

/** One transition for several states. A row that lacks a state does not compile. */
export function inStates<const S extends string, C>(states: readonly S[], transition: C): Record<S, C> {
  // Safe: the entries are those of the states.
  return Object.fromEntries(states.map((state) => [state, transition])) as Record<S, C>;
}

/** The event changes nothing: it is a repetition, or it came too late. */
export const ignored: Ignored = { kind: "ignored" };

/** A lifecycle without its own types: for guides, diagrams and the tests that try every transition. */
export interface AnyLifecycle {
  readonly name: string;
  readonly states: readonly string[];
  readonly initial: readonly string[];
  readonly table: Readonly<
    Record<string, Readonly<Record<string, Transition<string, never, never, unknown>>>>
  >;
  transition(snapshot: object, event: { type: string }): { record: { status: string } };
  stateOf(snapshot: object): string;
}

/**
 * Declares the lifecycle of a kind of record: the transition of each event in each state. It reads and writes nothing.
 * The caller reads a snapshot, calls `transition`, and writes the outcome in one transaction.
 *
 * @param declared `initial` names the states of a new record; `unchanged` gives the outcome of an ignored event
 */
export function lifecycle<P extends LifecycleTypes>(declared: {
  name: string;
  states: readonly P["state"][];
  initial: readonly P["state"][];
  stateOf: (snapshot: P["snapshot"]) => P["state"];
  unchanged: (snapshot: P["snapshot"]) => P["outcome"];
  table: TransitionTable<P>;
}) {
  const { name, states, initial, stateOf, unchanged } = declared;
  // Safe: the type of the table says that it has these transitions.
  const table = declared.table as unknown as Record<
    string,
    Record<string, Transition<P["state"] | DeletedState, P["snapshot"], P["event"], P["outcome"]>>
  >;
  const allowed = new Set<string>();
  for (const row of Object.values(table))
    for (const [from, cell] of Object.entries(row))
      if (cell.kind === "moves") for (const state of cell.to) allowed.add(`${from} ${state}`);

  return {
    name,
    states,
    initial,
    table,
    stateOf,

    /** The outcome of an event. Throws the declared error if the event is refused. */
    transition(snapshot: P["snapshot"], event: P["event"]): P["outcome"] {
      const from = stateOf(snapshot);
      const cell = table[event.type]?.[from];
      if (!cell) throw new Error(`The life of a ${name} has no transition for ${event.type} when ${from}.`);
      if (cell.kind === "refuses") throw cell.make(snapshot, event);
      return cell.kind === "ignored" ? unchanged(snapshot) : cell.apply(snapshot, event);
    },

    /** The error that an event would cause, for a caller that has not yet read all that a transition needs. */
    refusal(snapshot: P["snapshot"], event: P["event"]): ApiError | undefined {
      const cell = table[event.type]?.[stateOf(snapshot)];
      return cell?.kind === "refuses" ? cell.make(snapshot, event) : undefined;
    },

    /** Throws unless a new record is in an initial state, and a changed one in a state that a transition leads to. */
    checkTransition(before: { status: string } | undefined, after: { status: string }): void {
      if (before?.status === after.status) return;
      const isAllowed = before
        ? allowed.has(`${before.status} ${after.status}`)
        : initial.some((state) => state === after.status);
      if (!isAllowed)
        throw new Error(`A ${name} that is ${before?.status ?? "new"} cannot become ${after.status}.`);
    },
  };
}
