import type { AnyErrorFactory, ApiError } from "./errors.ts";

/** What a life is about: the states of a record, what a step reads, what can happen to it, and what a step gives. */
interface Parts {
  state: string;
  /** Whatever a step needs to know, read by whoever calls it. */
  whole: object;
  /** Named by `is`; with what the step needs beside the whole, such as the time. */
  happening: { is: string };
  /** The record as it is then, with what is to be written and told beside it. */
  outcome: { record: { status: string } };
}

/** What a happening does to a record that is in a state. Made by `to`, `refuses` and `stays`. */
type Cell<S extends string, W, H, O> = Moves<S, W, H, O> | Refuses<W, H> | Stays;

interface Moves<S extends string, W, H, O> {
  readonly kind: "moves";
  readonly to: readonly S[];
  readonly does: (whole: W, happening: H) => O;
  readonly unless: readonly AnyErrorFactory[];
}

interface Refuses<W, H> {
  readonly kind: "refuses";
  readonly error: AnyErrorFactory;
  readonly make: (whole: W, happening: H) => ApiError;
}

interface Stays {
  readonly kind: "stays";
}

/** The happening of a name. */
export type Of<H extends { is: string }, E extends H["is"]> = H extends { is: infer I }
  ? E extends I
    ? H & { is: E }
    : never
  : never;

/** All cells: each happening in each state. One that is left out does not compile. */
type Table<P extends Parts> = {
  readonly [E in P["happening"]["is"]]: {
    readonly [S in P["state"]]: Cell<P["state"] | Gone, P["whole"], Of<P["happening"], E>, P["outcome"]>;
  };
};

/** The state of a record that is deleted. */
const GONE = "deleted";
type Gone = typeof GONE;

/**
 * The happening is allowed: the record comes to one of these states. What `does` gives has a record in one of them, and
 * that is a matter of types.
 *
 * @param unless errors with which `does` may refuse what this record or this request lacks
 */
export function to<const S extends string, W, H, O extends { record: { status: NoInfer<S> } }>(
  states: readonly S[],
  does: (whole: W, happening: H) => O,
  unless: readonly AnyErrorFactory[] = [],
): Moves<S, W, H, O> {
  return { kind: "moves", to: states, does, unless };
}

/** The happening is allowed, and the record is deleted by it. */
export function deletes<W, H, O>(does: (whole: W, happening: H) => O): Moves<Gone, W, H, O> {
  return { kind: "moves", to: [GONE], does, unless: [] };
}

/** The happening is refused with this error. */
export function refuses<W, H>(
  error: AnyErrorFactory,
  make: (whole: W, happening: H) => ApiError,
): Refuses<W, H> {
  return { kind: "refuses", error, make };
}

/** One cell for several states. A row that names not all states does not compile. */
export function when<const S extends string, C>(states: readonly S[], cell: C): Record<S, C> {
  // Safe: the entries are those of the states.
  return Object.fromEntries(states.map((state) => [state, cell])) as Record<S, C>;
}

/** Nothing comes of the happening: it has been so already, or it comes too late. */
export const stays: Stays = { kind: "stays" };

/** A life without the types of its own: for guides, pictures, and the tests that walk through it. */
export interface AnyLife {
  readonly name: string;
  readonly states: readonly string[];
  readonly begins: readonly string[];
  readonly table: Readonly<Record<string, Readonly<Record<string, Cell<string, never, never, unknown>>>>>;
  step(whole: object, happening: { is: string }): { record: { status: string } };
  stateOf(whole: object): string;
}

/**
 * Declares the life of a kind of record: what comes of each happening in each state. It touches nothing: whoever drives
 * it reads the whole, takes a step, and writes what the step gives in one transaction.
 *
 * @param declared `begins` names the states that a new record can be in; `rests` is what a step gives that changes nothing
 */
export function lifecycle<P extends Parts>(declared: {
  name: string;
  states: readonly P["state"][];
  begins: readonly P["state"][];
  stateOf: (whole: P["whole"]) => P["state"];
  rests: (whole: P["whole"]) => P["outcome"];
  table: Table<P>;
}) {
  const { name, states, begins, stateOf, rests } = declared;
  // Safe: the type of the table says that it has these cells.
  const table = declared.table as unknown as Record<
    string,
    Record<string, Cell<P["state"] | Gone, P["whole"], P["happening"], P["outcome"]>>
  >;
  const ways = new Set<string>();
  for (const row of Object.values(table))
    for (const [from, cell] of Object.entries(row))
      if (cell.kind === "moves") for (const state of cell.to) ways.add(`${from} ${state}`);

  return {
    name,
    states,
    begins,
    table,
    stateOf,

    /** What comes of a happening. Throws the declared error of what is refused. */
    step(whole: P["whole"], happening: P["happening"]): P["outcome"] {
      const from = stateOf(whole);
      const cell = table[happening.is]?.[from];
      if (!cell) throw new Error(`The life of a ${name} has nothing for ${happening.is} when ${from}.`);
      if (cell.kind === "refuses") throw cell.make(whole, happening);
      return cell.kind === "stays" ? rests(whole) : cell.does(whole, happening);
    },

    /** What the table refuses a happening with: for whoever asks before all is known that it would come to. */
    refusal(whole: P["whole"], happening: P["happening"]): ApiError | undefined {
      const cell = table[happening.is]?.[stateOf(whole)];
      return cell?.kind === "refuses" ? cell.make(whole, happening) : undefined;
    },

    /** Demands that a record begins as it may, or that some happening leads from how it was to how it is. */
    follows(before: { status: string } | undefined, after: { status: string }): void {
      if (before?.status === after.status) return;
      const isFine = before
        ? ways.has(`${before.status} ${after.status}`)
        : begins.some((state) => state === after.status);
      if (!isFine)
        throw new Error(`A ${name} that is ${before?.status ?? "new"} cannot become ${after.status}.`);
    },
  };
}
