import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { handlerOf, pathsOf } from "#core/http/caller.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { deployedDomainOf, type PlacedOperation } from "./function-groups.ts";
import { workerGroupsOf } from "./worker-groups.ts";

/** A handler to bundle. */
export interface Source {
  /** The domain with whose code it is deployed. */
  domain: string;
  /** The handler's own domain, if it is deployed with another one's code; it is bundled apart from that code. */
  guest?: string;
  id: string;
  /** Path from the root of the project. */
  file: string;
  /** `GET /v1/…` for each path of an operation; the dispatcher finds the handler by it. */
  routeKeys?: readonly string[];
  /** Kebab-case name of a worker that shares a queue; the dispatcher finds the handler by it. */
  addressee?: string;
}

type RoutedOperation = PlacedOperation & Pick<Operation, "id" | "folder" | "also" | "handledBy">;

type Manifest = { operations: readonly RoutedOperation[]; workers: readonly Worker[] };

const ROOT = resolve(import.meta.dirname, "..");

export function sources({ operations, workers }: Manifest): Source[] {
  return [
    ...[...Map.groupBy(operations, handlerKey).values()].flatMap((doors) => {
      const [door] = doors;
      if (!door) return [];
      const id = handlerOf(door);
      const routeKeys = doors.flatMap((each) => pathsOf(each).map((path) => `${each.method} ${path}`));
      const file = `functions/${door.folder}/${kebab(id)}.ts`;
      return [{ ...bundlePlaceOf(door), id, file, routeKeys }];
    }),
    ...workerGroupsOf(workers).flatMap(({ domain, members }) =>
      members.map(({ folder, id }) => ({
        domain,
        id,
        file: `functions/${folder}/${kebab(id)}.worker.ts`,
        ...(members.length > 1 ? { addressee: kebab(id) } : {}),
      })),
    ),
    ...threadSources(operations.map((each) => ({ ...each, ...bundlePlaceOf(each) }))),
    ...threadSources(workers),
  ];
}

type BundlePlace = Pick<Source, "domain" | "guest">;

function bundlePlaceOf(operation: PlacedOperation): BundlePlace {
  const domain = deployedDomainOf(operation);
  return domain === operation.domain ? { domain } : { domain, guest: operation.domain };
}

/** A key: a handler whose paths are deployed with several domains is bundled into each of them. */
function handlerKey(operation: RoutedOperation): string {
  return `${deployedDomainOf(operation)} ${operation.folder} ${handlerOf(operation)}`;
}

// A worker thread has its own entry, so that the handler does not load the thread's code.
function threadSources(units: readonly (Pick<RoutedOperation, "folder" | "id"> & BundlePlace)[]): Source[] {
  return units.flatMap(({ folder, domain, guest, id }) => {
    const file = `functions/${folder}/${kebab(id)}.thread.ts`;
    return existsSync(join(ROOT, file))
      ? [{ domain, ...(guest ? { guest } : {}), id: `${id}.thread`, file }]
      : [];
  });
}
