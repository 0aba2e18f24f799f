import { hash } from 'node:crypto';

/** Sixty bits, so that a cursor of another user or database does not match by accident. */
const TAG_LENGTH = 10;

/** Cursors of one user's log. A cursor holds which log it is, and the number of the last event seen. */
export type Cursors = {
  of(n: number): string;
  /** Returns undefined when the text is not a cursor of this log. */
  read(cursor: string): number | undefined;
};

export function cursorsOf(epoch: string, userId: string): Cursors {
  const tag = hash('sha256', `${epoch}|${userId}`, 'base64url').slice(0, TAG_LENGTH);
  return {
    of: (n) => `${tag}.${n}`,
    read: (cursor) => {
      const [, given, n] = /^([\w-]+)\.(0|[1-9]\d{0,14})$/.exec(cursor) ?? [];
      return given === tag ? Number(n) : undefined;
    },
  };
}
