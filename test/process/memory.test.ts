import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { bridgeFlags } from '@azulejo/server';
import { startServerProcess } from '../support/server-process.ts';

const START = join(import.meta.dirname, '../../server/start.cjs');
/** The heap is 63 to 68 MB after the start, and 116 MB where V8 decides how much space young objects have. */
const MAX_HEAP_BYTES = 73_000_000;

describe('memory after the start', () => {
  it('holds little of what loading and compiling needed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-test-'));
    try {
      const command = [process.execPath, START, join(import.meta.dirname, '../../server/src/main.ts')];
      await using server = await startServerProcess({ dataDir, command });
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      const heap = Number(/^nodejs_heap_size_total_bytes (\d+)/m.exec(metrics)?.[1]);
      assert.ok(heap > 0 && heap <= MAX_HEAP_BYTES, `${heap} bytes`);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it("limits the young generation of the heap, unless the operator's NODE_OPTIONS do", () => {
    const flags = (options: string) =>
      execFileSync(process.execPath, [START, '-p', 'process.execArgv.join()'], {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: options },
      });
    assert.match(flags(''), /--max-semi-space-size=4/);
    assert.doesNotMatch(flags('--max-semi-space-size=32'), /semi-space/);
  });

  it('limits the memory of bridges in compose.yaml as of those that the server starts', async () => {
    const compose = await readFile(join(import.meta.dirname, '../../compose.yaml'), 'utf8');
    const [, given] = /command: node (.*) \S+\/bridge-zigbee2mqtt\.js/.exec(compose) ?? [];
    assert.deepEqual(given?.split(' '), bridgeFlags);
  });
});
