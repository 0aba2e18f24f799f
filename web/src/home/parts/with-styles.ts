/** Loads a file whose components need Mantine's styles; the first view does not. */
export async function withStyles<File>(file: Promise<File>): Promise<File> {
  const [loaded] = await Promise.all([file, import('./mantine-styles.ts')]);
  return loaded;
}
