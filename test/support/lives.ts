import { ApiError } from "#core/errors.ts";
import type { AnyLife } from "#core/lifecycle.ts";
import { lives } from "#functions/lives.ts";

/** What a life is walked with: for each state wholes that are in it, for each happening some of its kind. */
interface Samples<W, H extends { is: string }> {
  wholes: (state: string) => readonly W[];
  happenings: readonly H[];
}

/**
 * Goes through every cell of a life: each whole of the state, with each happening of the kind.
 *
 * @returns what does not hold: a cell that leads elsewhere or nowhere, refuses otherwise, or changes what should stay
 */
export function wrongCells<W extends object, H extends { is: string }>(
  life: Pick<AnyLife, "states" | "table" | "stateOf"> & {
    step(whole: W, happening: H): { record: { status: string } };
  },
  { wholes, happenings }: NoInfer<Samples<W, H>>,
): string[] {
  return Object.entries(life.table).flatMap(([name, row]) =>
    life.states.flatMap((state) => {
      const cell = row[state];
      const met = new Set<string>();
      for (const whole of wholes(state)) {
        if (life.stateOf(whole) !== state) return [`a sample of ${state} is ${life.stateOf(whole)}`];
        for (const each of happenings) if (each.is === name) met.add(metBy(life, whole, each));
      }
      const wanted = !cell
        ? []
        : cell.kind === "moves"
          ? [...cell.to.map((to) => (to === "deleted" ? state : to)), ...cell.unless.map(({ code }) => code)]
          : [cell.kind === "refuses" ? cell.error.code : state];
      const isSame = met.size === wanted.length && wanted.every((each) => met.has(each));
      return isSame ? [] : [`${name} in ${state}: ${[...met].join(", ")} and not ${wanted.join(", ")}`];
    }),
  );
}

function metBy<W extends object, H extends { is: string }>(
  life: { step(whole: W, happening: H): { record: { status: string } } },
  whole: W,
  happening: H,
): string {
  try {
    return (unwatched.get(life) ?? life.step).call(life, whole, happening).record.status;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/**
 * All ways that a happening leads along, as the run of a suite names them. Where it leads elsewhere too, staying the same
 * is none of them: that is what comes of a happening that is early, late or another's.
 */
export function allSteps(): string[] {
  return lives.flatMap(({ life: { name, table } }) =>
    Object.entries(table).flatMap(([happening, row]) =>
      Object.entries(row).flatMap(([from, cell]) =>
        cell.kind === "moves"
          ? cell.to
              .filter((to) => to !== from || cell.to.length === 1)
              .map((to) => stepName(name, happening, from, to))
          : [],
      ),
    ),
  );
}

/** The step of each life that is watched, as it was: a walk through the cells is no step of an operation. */
const unwatched = new WeakMap<object, AnyLife["step"]>();

/** Tells of each step that is taken in this process from now on. */
export function watchSteps(note: (step: string) => void): void {
  for (const { life } of lives) {
    if (unwatched.has(life)) continue;
    const { step } = life;
    unwatched.set(life, step);
    life.step = (whole, happening) => {
      const from = life.stateOf(whole);
      const outcome = step.call(life, whole, happening);
      const cell = life.table[happening.is]?.[from];
      const isDeletion = cell?.kind === "moves" && cell.to.includes("deleted");
      note(stepName(life.name, happening.is, from, isDeletion ? "deleted" : outcome.record.status));
      return outcome;
    };
  }
}

function stepName(life: string, happening: string, from: string, to: string): string {
  return `${life}: ${happening}, ${from} to ${to}`;
}
