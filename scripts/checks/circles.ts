/** What each node of a graph leads to. */
export type Edges = ReadonlyMap<string, Iterable<string>>;

/** One path for each group of nodes that lie on circles together: the shortest way round from the group's first node. */
export function circlesOf(edges: Edges): string[][] {
  const reach = reachability(edges);
  const left = new Set([...edges.keys()].filter((node) => reach(node).has(node)));
  const circles: string[][] = [];
  for (const node of left) {
    const group = [...left].filter((other) => reach(node).has(other) && reach(other).has(node));
    for (const member of group) left.delete(member);
    circles.push(wayRound(node, edges));
  }
  return circles;
}

/** The nodes that a node reaches by one edge or more: itself only if it lies on a circle. */
export function reachability(edges: Edges): (node: string) => Set<string> {
  const known = new Map<string, Set<string>>();
  return (node) => {
    const all = known.get(node) ?? new Set<string>();
    if (known.has(node)) return all;
    known.set(node, all);
    const queue = [...(edges.get(node) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      queue.push(...(edges.get(next) ?? []));
    }
    return all;
  };
}

/** The shortest path from a node back to itself. */
function wayRound(node: string, edges: Edges): string[] {
  const seen = new Set<string>();
  let paths = [[node]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths)
      for (const next of edges.get(path.at(-1) ?? node) ?? []) {
        if (next === node) return [...path, node];
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...path, next]);
      }
    paths = longer;
  }
  return [node];
}
