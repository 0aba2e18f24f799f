/** A file whose components are styled by Mantine; the first view does without. */
export async function withStyles<File>(file: Promise<File>): Promise<File> {
  const [loaded] = await Promise.all([file, import('./mantine-styles.ts')]);
  return loaded;
}
