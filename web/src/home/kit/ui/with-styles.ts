let isUsed = false;
const listeners = new Set<() => void>();

/** Loads a file whose components need Mantine's styles; the first view does not. */
export async function withStyles<File>(file: Promise<File>): Promise<File> {
  const [loaded] = await Promise.all([file, import('./mantine-styles.ts')]);
  isUsed = true;
  for (const listener of [...listeners]) listener();
  return loaded;
}

/** Returns whether a file with Mantine's styles was loaded. */
export const areStylesLoaded = (): boolean => isUsed;

/** Calls the listener when the first of these files was loaded. */
export function watchStyles(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
