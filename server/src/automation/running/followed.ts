/** The users who have agents, and those whose homes have something to process. An id takes some hundred bytes. */
export function createFollowed() {
  const users = new Set<string>();
  const marked = new Set<string>();
  const later = new Set<string>();
  return {
    size: () => users.size,
    /** Returns how many homes have something to process. */
    waiting: () => marked.size + later.size,
    follow: (userId: string): void => {
      users.add(userId);
      marked.add(userId);
    },
    forget: (userId: string): void => {
      for (const each of [users, marked, later]) each.delete(userId);
    },
    /** Notes that a home has something to process. Returns whether it has agents. */
    mark: (userId: string): boolean => {
      const has = users.has(userId);
      if (has) marked.add(userId);
      return has;
    },
    /** Notes that a home is to be processed again, but not at once. */
    retry: (userId: string): void => {
      if (users.has(userId)) later.add(userId);
    },
    /** Makes what was to be processed again due. */
    release: (): void => {
      for (const userId of later) marked.add(userId);
      later.clear();
    },
    /** Takes homes that have something to process, at most `limit`. */
    take: (limit: number): string[] => {
      const taken = [...marked.values().take(limit)];
      for (const userId of taken) marked.delete(userId);
      return taken;
    },
  };
}
