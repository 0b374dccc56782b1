interface RouterEntry {
  method: string;
  /** Path with slots, such as `/v1/forms/{formId}`. */
  path: string;
}

/** The entry of a request and its path parameters. */
export interface Match<T> {
  entry: T;
  pathParameters: Record<string, string> | undefined;
}

/** Finds an entry by method and decoded path segments. */
export type Router<T> = (method: string, segments: readonly string[]) => Match<T> | undefined;

interface Leaf<T> {
  entry: T;
  slots: (string | undefined)[];
}

interface Branch<T> {
  fixed: Map<string, Branch<T>>;
  slot: Branch<T> | undefined;
  leaves: Map<string, Leaf<T>>;
}

/**
 * A router over entries: as in API Gateway, a fixed segment beats a slot, from left to right.
 *
 * @throws when two entries have the same method and path
 */
export function makeRouter<T extends RouterEntry>(entries: readonly T[]): Router<T> {
  const root = newBranch<T>();
  for (const entry of entries) {
    const parts = entry.path.split("/").slice(1);
    const slots = parts.map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
    let branch = root;
    for (const [index, part] of parts.entries()) branch = addBranch(branch, part, slots[index] !== undefined);
    if (branch.leaves.has(entry.method))
      throw new Error(`Two operations are at ${entry.method} ${entry.path}.`);
    branch.leaves.set(entry.method, { entry, slots });
  }
  return (method, segments) => {
    const leaf = findLeaf(root, method, segments, 0);
    if (!leaf) return undefined;
    let pathParameters: Record<string, string> | undefined;
    for (const [index, slot] of leaf.slots.entries()) {
      if (slot !== undefined) {
        pathParameters ??= {};
        pathParameters[slot] = segments[index] ?? "";
      }
    }
    return { entry: leaf.entry, pathParameters };
  };
}

function newBranch<T>(): Branch<T> {
  return { fixed: new Map(), slot: undefined, leaves: new Map() };
}

function addBranch<T>(branch: Branch<T>, part: string, isSlot: boolean): Branch<T> {
  if (isSlot) {
    branch.slot ??= newBranch<T>();
    return branch.slot;
  }
  const next = branch.fixed.get(part) ?? newBranch<T>();
  branch.fixed.set(part, next);
  return next;
}

function findLeaf<T>(
  branch: Branch<T>,
  method: string,
  segments: readonly string[],
  depth: number,
): Leaf<T> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return branch.leaves.get(method);
  const fixed = branch.fixed.get(segment);
  const found = fixed && findLeaf(fixed, method, segments, depth + 1);
  if (found) return found;
  // API Gateway matches no empty segment with a slot.
  return branch.slot && segment !== "" ? findLeaf(branch.slot, method, segments, depth + 1) : undefined;
}
