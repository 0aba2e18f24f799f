import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StorageBusyError, StorageUnavailableError } from './errors.ts';
import { fromPlainError, isDiskTrouble } from './sqlite-errors.ts';

const errorOf = (code: number | undefined) => fromPlainError({ name: 'Error', message: 'failed', code });

/** Result codes, primary and extended: https://www.sqlite.org/rescode.html */
const DISK_CODES = {
  'a database that may not be written': [8, 1032],
  'a disk that does not read or write': [10, 266, 522, 778, 1034],
  'a full disk': [13],
  'a file that cannot be opened': [14, 526, 1038],
};

describe('errors of SQLite', () => {
  for (const [name, codes] of Object.entries(DISK_CODES))
    it(`reports ${name} as storage that is unavailable`, () => {
      for (const code of codes) {
        assert.ok(errorOf(code) instanceof StorageUnavailableError, `${code}`);
        assert.ok(isDiskTrouble(Object.assign(new Error('failed'), { errcode: code })), `${code}`);
      }
    });

  it('finds a disk error in the causes of an error', () => {
    const cause = Object.assign(new Error('disk I/O error'), { errcode: 778 });
    assert.ok(isDiskTrouble(new Error('the start failed', { cause })));
    assert.ok(!isDiskTrouble(new Error('the start failed', { cause: new Error('no such table') })));
  });

  it('does not take a locked database or a mistake in a statement for a disk error', () => {
    assert.ok(errorOf(5) instanceof StorageBusyError);
    for (const code of [1, 19, undefined]) assert.ok(!(errorOf(code) instanceof StorageUnavailableError));
  });
});
