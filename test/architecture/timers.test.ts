import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTestCode } from './rules.ts';
import { parse, readSources } from './sources.ts';

/** Files that set timers of the system: the ports, and what only the operating system can time. */
const SYSTEM_TIMERS: Readonly<Record<string, string>> = {
  'server/src/platform/clock.ts': 'is the port of the server',
  'broker/src/create-broker.ts': 'has the default of the broker’s port',
  'storage/src/options.ts': 'has the default of the storage’s port',
  'bridges/common/src/timers.ts': 'is the port of the bridges',
  'server/src/cli/wait.ts': 'is for commands, which are processes of their own and wait in real time',
  'server/src/platform/turn-watchdog.ts': 'measures how late timers of the system are',
  'bridges/common/src/run.ts': 'ends a bridge that hangs while it stops, as a watch-dog',
};

test('server, broker, storage and bridges set timers through their clock ports alone', async () => {
  const found = (await readSources())
    .filter(({ path }) => /^(server|broker|storage|bridges)\//.test(path) && !isTestCode(path))
    .filter(({ setsSystemTimer }) => setsSystemTimer)
    .map(({ path }) => path);
  assert.deepEqual(found.toSorted(), Object.keys(SYSTEM_TIMERS).toSorted());
});

test('parse finds every way to set a timer of the system', () => {
  for (const setting of [
    'setTimeout(run, 1)',
    'setInterval(run, 1)',
    'AbortSignal.timeout(1)',
    "import { setTimeout as wait } from 'node:timers/promises'",
  ]) {
    assert.equal(parse('made-up.ts', setting).setsSystemTimer, true, setting);
  }
  const yielding =
    "import { setImmediate } from 'node:timers/promises'; socket.setTimeout(1); setImmediate(run)";
  assert.equal(parse('made-up.ts', yielding).setsSystemTimer, false);
});
