import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { handlerOf, pathsOf } from "#core/http/caller.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { deployedDomainOf, type PlacedOperation } from "./function-groups.ts";
import { workerGroupsOf } from "./worker-groups.ts";

/** What is to be bundled: handlers with a domain and an id, from anywhere. */
export interface Source {
  /** With whose code it is deployed. */
  domain: string;
  /**
   * Its own domain, where that is another: it is bundled with that one's handlers, in a folder of that name. So it loads
   * no more than it would at home.
   */
  guest?: string;
  id: string;
  /** Of the handler, from the root of the project. */
  file: string;
  /** `GET /v1/…`, for operations, each of their paths: the domain's dispatcher finds the handler by it. */
  routeKeys?: readonly string[];
  /** The name of a worker that shares a queue, in kebab case: the domain's dispatcher finds the handler by it. */
  addressee?: string;
}

type Routed = PlacedOperation & Pick<Operation, "id" | "folder" | "also" | "handledBy">;

interface Manifest {
  operations: readonly Routed[];
  workers: readonly Worker[];
}

const ROOT = resolve(import.meta.dirname, "..");

/** The handler files of a manifest. */
export function sources({ operations, workers }: Manifest): Source[] {
  return [
    ...[...Map.groupBy(operations, handlerAt).values()].flatMap((doors) => {
      const [door] = doors;
      if (!door) return [];
      const id = handlerOf(door);
      const routeKeys = doors.flatMap((each) => pathsOf(each).map((path) => `${each.method} ${path}`));
      const file = `functions/${door.folder}/${kebab(id)}.ts`;
      return [{ ...placeOf(door), id, file, routeKeys }];
    }),
    ...workerGroupsOf(workers).flatMap(({ domain, members }) =>
      members.map(({ folder, id }) => ({
        domain,
        id,
        file: `functions/${folder}/${kebab(id)}.worker.ts`,
        ...(members.length > 1 ? { addressee: kebab(id) } : {}),
      })),
    ),
    ...threadsOf(operations.map((each) => ({ ...each, ...placeOf(each) }))),
    ...threadsOf(workers),
  ];
}

type Place = Pick<Source, "domain" | "guest">;

function placeOf(operation: PlacedOperation): Place {
  const domain = deployedDomainOf(operation);
  return domain === operation.domain ? { domain } : { domain, guest: operation.domain };
}

/** A handler whose doors are deployed with several domains is in the code of each. */
function handlerAt(operation: Routed): string {
  return `${deployedDomainOf(operation)} ${operation.folder} ${handlerOf(operation)}`;
}

// What a handler runs in a thread of its own is an entry beside it, so that the handler does not carry it.
function threadsOf(units: readonly (Pick<Routed, "folder" | "id"> & Place)[]): Source[] {
  return units.flatMap(({ folder, domain, guest, id }) => {
    const file = `functions/${folder}/${kebab(id)}.thread.ts`;
    return existsSync(join(ROOT, file))
      ? [{ domain, ...(guest ? { guest } : {}), id: `${id}.thread`, file }]
      : [];
  });
}
