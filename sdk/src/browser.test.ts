import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** Returns the sources that a browser loads: all but the manager's, tests and their helpers. */
async function shippedModules(): Promise<string[]> {
  const cwd = import.meta.dirname;
  const files = await readdir(cwd, { recursive: true });
  const shipped = files.filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !/^(testing|manager)\/|\.generated\.ts$/.test(file),
  );
  return Promise.all(shipped.map(async (file) => readFile(`${cwd}/${file}`, 'utf8')));
}

test('browser modules use no Node API, and nothing of the contract', async () => {
  const modules = await shippedModules();
  assert.ok(modules.length > 15, `${modules.length} modules read`);
  for (const text of modules) {
    assert.doesNotMatch(text, /from 'node:|\b(process|Buffer|setImmediate|__dirname)\.\w/);
    assert.doesNotMatch(text, /'@azulejo\/contract'/);
  }
});
