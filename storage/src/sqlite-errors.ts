import { ConstraintError, type ConstraintKind, StorageBusyError, StorageUnavailableError } from './errors.ts';

/** An error in the form in which a worker thread sends it: structured cloning would drop the code. */
export type PlainSqliteError = { name: string; message: string; code: number | undefined };

export function toPlainError(error: unknown): PlainSqliteError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: undefined };
  const code = 'errcode' in error ? Number(error.errcode) : undefined;
  return { name: error.name, message: error.message, code };
}

/** Maps extended result codes: https://www.sqlite.org/rescode.html */
const constraintKinds = new Map<number, ConstraintKind>([
  [275, 'check'],
  [787, 'foreign-key'],
  [1299, 'not-null'],
  [1555, 'unique'],
  [2067, 'unique'],
  [2579, 'unique'],
  // In STRICT tables a value of the wrong type counts as a failed check.
  [3091, 'check'],
]);

/** Disk errors by primary result code. They end once space is free again or the mount is repaired. */
const diskTrouble = new Map<number, string>([
  [8, 'the database may not be written'],
  [10, 'the disk does not read or write'],
  [13, 'the disk is full'],
  [14, 'a file of the database cannot be opened'],
]);

/** Returns whether the error or one of its causes is a disk error. */
export function isDiskTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StorageUnavailableError) return true;
  const { code } = toPlainError(error);
  return (code !== undefined && diskTrouble.has(code & 0xff)) || isDiskTrouble(error.cause);
}

/** Primary result codes of a file that is damaged, or no database. */
const damage: ReadonlySet<number> = new Set([11, 26]);

/** Returns whether the error says that a database file is damaged. */
export function isDamage(error: unknown): error is Error {
  return damage.has((toPlainError(error).code ?? 0) & 0xff);
}

export function fromPlainError({ name, message, code }: PlainSqliteError): Error {
  const kind = constraintKinds.get(code ?? 0);
  if (kind) return new ConstraintError({ kind, ...namesIn(message) });
  if (code !== undefined && (code & 0xff) === 5) {
    return new StorageBusyError('storage: another process holds the database; nothing was stored');
  }
  const trouble = diskTrouble.get((code ?? 0) & 0xff);
  if (trouble) return new StorageUnavailableError(`storage: ${trouble}: ${message}`);
  if (name === 'RangeError') return new RangeError(`storage: ${message}`);
  return Object.assign(new Error(`storage: ${message}`), code !== undefined && { errcode: code });
}

/** Parses `UNIQUE constraint failed: users.email, users.client` or `CHECK constraint failed: name`. */
function namesIn(message: string) {
  const names = /constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const paths = names.map((name) => name.split('.'));
  if (!paths.every((path) => path.length === 2)) return { constraint: names.join(', ') || undefined };
  return { table: paths[0]?.[0], columns: paths.map((path) => path[1] ?? '') };
}
