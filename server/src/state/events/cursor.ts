import { hash } from 'node:crypto';

/** Sixty bits: no other user's or database's cursor passes for one of ours by accident. */
const TAG_LENGTH = 10;

/** Cursors of one user's log: which log it is, and the number of the last event seen. */
export type Cursors = {
  of(n: number): string;
  /** Undefined for what is no cursor of this log. */
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
