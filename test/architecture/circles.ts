/** Returns groups of nodes that reach each other: Tarjan's strongly connected components of two or more. */
export function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const number = numbers.size;
    numbers.set(node, number);
    lowest.set(node, number);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const reached = numbers.has(next) ? numbers.get(next) : visit(next);
      const reachedLow = stack.includes(next)
        ? Math.min(reached ?? number, lowest.get(next) ?? number)
        : number;
      lowest.set(node, Math.min(lowest.get(node) ?? number, reachedLow));
    }
    const low = lowest.get(node) ?? number;
    if (low === number) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return circles;
}
