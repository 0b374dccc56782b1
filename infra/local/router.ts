import type { Operation } from "#core/http/contract.ts";

/** The operation of a request and the values of its path's slots. */
export interface Match<T> {
  target: T;
  operation: Operation;
  pathParameters: Record<string, string> | undefined;
}

/** Finds an operation by method and decoded path segments. */
export type Router<T> = (method: string, segments: readonly string[]) => Match<T> | undefined;

interface Branch<T> {
  fixed: Map<string, Branch<T>>;
  slot: Branch<T> | undefined;
  targets: Map<string, { target: T; operation: Operation; slots: (string | undefined)[] }>;
}

/** A router over the manifest: as in API Gateway, a fixed segment beats a slot, from left to right. */
export function makeRouter<T>(
  operations: readonly Operation[],
  targetOf: (operation: Operation) => T,
): Router<T> {
  const root = newBranch<T>();
  for (const operation of operations) {
    const parts = operation.path.split("/").slice(1);
    const slots = parts.map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
    let branch = root;
    for (const [index, part] of parts.entries()) branch = grow(branch, part, slots[index] !== undefined);
    if (branch.targets.has(operation.method)) {
      throw new Error(
        `Two operations are at ${operation.method} ${operation.path}: ${operation.id} is the second.`,
      );
    }
    branch.targets.set(operation.method, { target: targetOf(operation), operation, slots });
  }
  return (method, segments) => {
    const leaf = find(root, method, segments, 0);
    if (!leaf) return undefined;
    let pathParameters: Record<string, string> | undefined;
    for (const [index, slot] of leaf.slots.entries()) {
      if (slot !== undefined) {
        pathParameters ??= {};
        pathParameters[slot] = segments[index] ?? "";
      }
    }
    return { target: leaf.target, operation: leaf.operation, pathParameters };
  };
}

function newBranch<T>(): Branch<T> {
  return { fixed: new Map(), slot: undefined, targets: new Map() };
}

function grow<T>(branch: Branch<T>, part: string, isSlot: boolean): Branch<T> {
  if (isSlot) {
    branch.slot ??= newBranch<T>();
    return branch.slot;
  }
  const next = branch.fixed.get(part) ?? newBranch<T>();
  branch.fixed.set(part, next);
  return next;
}

function find<T>(
  branch: Branch<T>,
  method: string,
  segments: readonly string[],
  depth: number,
): { target: T; operation: Operation; slots: (string | undefined)[] } | undefined {
  const segment = segments[depth];
  if (segment === undefined) return branch.targets.get(method);
  const fixed = branch.fixed.get(segment);
  const found = fixed && find(fixed, method, segments, depth + 1);
  if (found) return found;
  // A slot takes something: API Gateway matches no empty segment.
  return branch.slot && segment !== "" ? find(branch.slot, method, segments, depth + 1) : undefined;
}
