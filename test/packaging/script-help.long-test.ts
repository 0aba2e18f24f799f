import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Scripts of several programs, and those of others. */
const OTHERS = /&&|^tsc|lingui/;
/** What npm runs by itself, and what watches files. */
const NOT_CALLED = ['prepare', 'dev'];

describe('npm run SCRIPT -- --help', () => {
  for (const [name, command] of Object.entries(scripts)) {
    const file = command.split(' ').find((word) => /\.ts$/.test(word));
    if (OTHERS.test(command) || file === undefined || NOT_CALLED.includes(name)) continue;

    it(`says how ${name} is called, and does nothing else`, async () => {
      const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, file, '--help'], {
        cwd: checkout,
      });
      assert.match(stdout, /^(Usage: |Usage of |.*npm run )/m);
      assert.equal(stderr, '');
    });
  }
});
