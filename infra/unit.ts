import { closestNames } from "#core/closest-names.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { StartFailure } from "./failure.ts";

/** Finds an operation or worker by its id or its file's name. Throws StartFailure with similar names. */
export function findUnit(name: string, units: readonly (Operation | Worker)[]): Operation | Worker {
  const found = units.find(({ id }) => id === name || kebab(id) === name);
  if (found) return found;
  const near = closestNames(
    name,
    units.map(({ id }) => id),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  throw new StartFailure(`There is no operation or worker ${name}.${hint}`);
}
