import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const RUN = join(import.meta.dirname, 'run.ts');
const LONG = 'test/cli/backup.long-test.ts';

function run(...args: readonly string[]): { status: number | null; files: string[]; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, '--list', ...args], {
    encoding: 'utf8',
  });
  return { status, files: stdout.split('\n').filter(Boolean), stderr };
}

describe('test/run.ts', () => {
  it('runs every file once in a short run and a long run together', () => {
    const short = run().files;
    const long = run('--long').files;
    assert.ok(short.includes('test/run.test.ts') && short.includes('tools/src/bench/report.test.ts'));
    assert.ok(long.includes(LONG));
    assert.deepEqual([...short, ...long].sort(), run('--all').files);
    assert.equal(new Set([...short, ...long]).size, short.length + long.length);
  });

  it('runs the named files, short and long, once each', () => {
    const { files } = run(LONG, 'test/cli/*', 'units', join(import.meta.dirname, 'run.test.ts'));
    assert.equal(files.filter((path) => path === LONG).length, 1);
    assert.ok(files.includes('test/cli/usage.test.ts') && files.includes('test/run.test.ts'));
    assert.ok(files.some((path) => path.startsWith('units/src/')));
    assert.ok(!files.includes('test/cli/azulejo.ts'), 'a file without tests was run');
  });

  it('fails for a name that matches no test file', () => {
    const { status, stderr } = run(LONG, 'test/cli/backups.long-test.ts');
    assert.equal(status, 1);
    assert.match(stderr, /No test file matches test\/cli\/backups\.long-test\.ts/);
  });
});
