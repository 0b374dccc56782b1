import { closestNames } from "#core/closest-names.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { StartFailure } from "./failure.ts";

/**
 * The operation or worker that is named so, as in code or as its file.
 *
 * @throws StartFailure with those that are spelled alike
 */
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
