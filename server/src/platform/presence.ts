/** How many live connections each principal has in this process. */
export type Presence = ReturnType<typeof createPresence>;

export function createPresence() {
  const counts = new Map<string, number>();
  return {
    arrived(id: string): void {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    left(id: string): void {
      const rest = (counts.get(id) ?? 0) - 1;
      if (rest > 0) counts.set(id, rest);
      else counts.delete(id);
    },
    isPresent: (id: string): boolean => counts.has(id),
  };
}
