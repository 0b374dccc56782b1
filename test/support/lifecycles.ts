import { ApiError } from "#core/errors.ts";
import type { AnyLifecycle } from "#core/lifecycle.ts";
import { lifecycles } from "#functions/lifecycles.ts";

/** Snapshots of a record in each state, and events of each type. */
interface Samples<Snapshot, Event extends { type: string }> {
  snapshots: (state: string) => readonly Snapshot[];
  events: readonly Event[];
}

/**
 * Tries every transition of a lifecycle, with each snapshot of the state and each event of the type. Returns the
 * transitions whose outcomes are not exactly those that the table declares.
 */
export function wrongTransitions<Snapshot extends object, Event extends { type: string }>(
  life: Pick<AnyLifecycle, "states" | "table" | "stateOf"> & {
    transition(snapshot: Snapshot, event: Event): { record: { status: string } };
  },
  { snapshots, events }: NoInfer<Samples<Snapshot, Event>>,
): string[] {
  return Object.entries(life.table).flatMap(([name, row]) =>
    life.states.flatMap((state) => {
      const cell = row[state];
      const reachedStates = new Set<string>();
      for (const snapshot of snapshots(state)) {
        if (life.stateOf(snapshot) !== state) return [`a sample of ${state} is ${life.stateOf(snapshot)}`];
        for (const each of events) if (each.type === name) reachedStates.add(outcomeOf(life, snapshot, each));
      }
      const wanted = !cell
        ? []
        : cell.kind === "moves"
          ? [...cell.to.map((to) => (to === "deleted" ? state : to)), ...cell.errors.map(({ code }) => code)]
          : [cell.kind === "refuses" ? cell.error.code : state];
      const isSame = reachedStates.size === wanted.length && wanted.every((each) => reachedStates.has(each));
      return isSame
        ? []
        : [`${name} in ${state}: ${[...reachedStates].join(", ")} and not ${wanted.join(", ")}`];
    }),
  );
}

function outcomeOf<Snapshot extends object, Event extends { type: string }>(
  life: { transition(snapshot: Snapshot, event: Event): { record: { status: string } } },
  snapshot: Snapshot,
  event: Event,
): string {
  try {
    return (originalTransitions.get(life) ?? life.transition).call(life, snapshot, event).record.status;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/**
 * All transitions, named as in the coverage of a run. Where an event can lead to another state, staying in the same state
 * is no transition: the event then came early, came late or was about something else.
 */
export function allTransitions(): string[] {
  return lifecycles.flatMap(({ life: { name, table } }) =>
    Object.entries(table).flatMap(([event, row]) =>
      Object.entries(row).flatMap(([from, cell]) =>
        cell.kind === "moves"
          ? cell.to
              .filter((to) => to !== from || cell.to.length === 1)
              .map((to) => transitionName(name, event, from, to))
          : [],
      ),
    ),
  );
}

/** The original `transition` of each watched lifecycle: `wrongTransitions` uses it, so that only operations are recorded. */
const originalTransitions = new WeakMap<object, AnyLifecycle["transition"]>();

/** Calls `note` for each transition in this process from now on. */
export function watchTransitions(note: (transition: string) => void): void {
  for (const { life } of lifecycles) {
    if (originalTransitions.has(life)) continue;
    const { transition } = life;
    originalTransitions.set(life, transition);
    life.transition = (snapshot, event) => {
      const from = life.stateOf(snapshot);
      const outcome = transition.call(life, snapshot, event);
      const cell = life.table[event.type]?.[from];
      const isDeletion = cell?.kind === "moves" && cell.to.includes("deleted");
      note(transitionName(life.name, event.type, from, isDeletion ? "deleted" : outcome.record.status));
      return outcome;
    };
  }
}

function transitionName(life: string, event: string, from: string, to: string): string {
  return `${life}: ${event}, ${from} to ${to}`;
}
