/**
 * The groups of things that reach each other by what they import: strongly connected components, by Tarjan
 * (https://doi.org/10.1137/0201010), each with one way round.
 */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
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
  return found.map((group) => wayRound(graph, group));
}

/** The shortest way from a thing back to itself, as `a → b → a`. */
function wayRound(graph: ReadonlyMap<string, ReadonlySet<string>>, group: string[]): string {
  const [start = ""] = group.toSorted();
  const ways = [[start]];
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, start].join(" → ");
      if (group.includes(next) && !ways.some((other) => other.includes(next))) ways.push([...way, next]);
    }
  }
  return group.join(", ");
}

/** What things import, taken together by a name that each path has; paths without one are left out. */
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
