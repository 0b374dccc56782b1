/**
 * Finds the shortest import cycle of each strongly connected component, by Tarjan
 * (https://doi.org/10.1137/0201010).
 */
export function importCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found.map((group) => shortestCycle(graph, group));
}

/** The shortest cycle, as `a → b → a`. */
function shortestCycle(graph: ReadonlyMap<string, ReadonlySet<string>>, group: string[]): string {
  const [start = ""] = group.toSorted();
  const routes = [[start]];
  for (const route of routes) {
    for (const next of graph.get(route.at(-1) ?? "") ?? []) {
      if (next === start) return [...route, start].join(" → ");
      if (group.includes(next) && !routes.some((other) => other.includes(next)))
        routes.push([...route, next]);
    }
  }
  return group.join(", ");
}

/** The imports between groups of files; paths without a group are left out. */
export function importsBetween(
  sources: readonly { path: string; imports: string[] }[],
  nameOf: (path: string) => string | undefined,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = nameOf(path);
    if (from === undefined) continue;
    const to = graph.get(from) ?? new Set<string>();
    for (const name of imports.map(nameOf)) if (name !== undefined && name !== from) to.add(name);
    graph.set(from, to);
  }
  return graph;
}
