import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { handlerOf, pathsOf } from "#core/http/caller.ts";
import { kebab } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { shiftsOf } from "./shifts.ts";

/** What is to be bundled: handlers with a domain and an id, from anywhere. */
export interface Source {
  domain: string;
  id: string;
  /** Of the handler, from the root of the project. */
  file: string;
  /** `GET /v1/…`, for operations, each of their paths: the domain's dispatcher finds the handler by it. */
  routeKeys?: readonly string[];
  /** The name of a worker that shares a queue, in kebab case: the domain's dispatcher finds the handler by it. */
  addressee?: string;
}

interface Routed {
  id: string;
  folder: string;
  domain: string;
  method: string;
  path: string;
  also?: readonly string[];
  handledBy?: string;
}

interface Manifest {
  operations: readonly Routed[];
  workers: readonly Worker[];
}

const ROOT = resolve(import.meta.dirname, "..");

/** The handler files of a manifest. */
export function sources({ operations, workers }: Manifest): Source[] {
  return [
    ...operations
      .filter(({ handledBy }) => handledBy === undefined)
      .map(({ folder, domain, id }) => {
        const doors = operations.filter((each) => each.folder === folder && handlerOf(each) === id);
        const routeKeys = doors.flatMap((door) => pathsOf(door).map((path) => `${door.method} ${path}`));
        return { domain, id, file: `functions/${folder}/${kebab(id)}.ts`, routeKeys };
      }),
    ...shiftsOf(workers).flatMap(({ domain, members }) =>
      members.map(({ folder, id }) => ({
        domain,
        id,
        file: `functions/${folder}/${kebab(id)}.worker.ts`,
        ...(members.length > 1 ? { addressee: kebab(id) } : {}),
      })),
    ),
    ...threadsOf(operations),
    ...threadsOf(workers),
  ];
}

// What a handler runs in a thread of its own is an entry beside it, so that the handler does not carry it.
function threadsOf(units: readonly Pick<Routed, "folder" | "domain" | "id">[]): Source[] {
  return units.flatMap(({ folder, domain, id }) => {
    const file = `functions/${folder}/${kebab(id)}.thread.ts`;
    return existsSync(join(ROOT, file)) ? [{ domain, id: `${id}.thread`, file }] : [];
  });
}
