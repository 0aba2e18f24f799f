/** A store of immutable files, whose names we choose ourselves. Several servers may share one. */
export type Files = {
  /** Writes the file whole or not at all. It is stored durably when the promise resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  /** Lists every file in no order, including partial ones that a killed process left. There may be millions. */
  list(): AsyncIterable<StoredFile>;
  /** Returns the file of this name, as `list` does. */
  find(name: string): Promise<StoredFile | undefined>;
  /** Removes the file, unless it was put again since it was listed. */
  remove(file: StoredFile): Promise<void>;
};

/** `putAt` is when it was put last, in milliseconds since 1970. */
export type StoredFile = { name: string; putAt: number };

/** Matches names that we chose ourselves, never a path from a caller. */
const NAME = /^[A-Za-z0-9_-]{1,200}\.[a-z]{1,10}$/;

export const isFileName = (name: string): boolean => NAME.test(name);

export function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a file name of ours.`);
  return name;
}
