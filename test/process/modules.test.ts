import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { serverCommand } from '../support/package.ts';
import { startServerProcess } from '../support/server-process.ts';

const HTTP_CLIENT = 'NativeModule internal/deps/undici/undici';

/**
 * An imported module that stores the names of Node's built-in modules and the URLs of the others when the process exits.
 */
const writeModules = `data:text/javascript,${encodeURIComponent(`
  const { writeFileSync } = process.getBuiltinModule('node:fs');
  const urls = [];
  process.getBuiltinModule('node:module').registerHooks({
    load: (url, context, next) => {
      urls.push(url);
      return next(url, context);
    },
  });
  process.on('exit', () => writeFileSync('modules.json', JSON.stringify([...process.moduleLoadList, ...urls])));
`)}`;

it("starts on SQLite and replies without Node's HTTP client and PostgreSQL's driver", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-test-'));
  try {
    const [node = '', ...args] = serverCommand;
    const command = [node, `--import=${writeModules}`, ...args];
    await using server = await startServerProcess({ dataDir, command });
    for (const path of ['/home', '/healthz', '/v3/users/me', '/missing']) await fetch(server.url + path);
    assert.equal(await server.stop(), 0);
    const loaded: string[] = JSON.parse(await readFile(join(dataDir, 'modules.json'), 'utf8'));
    assert.ok(loaded.includes('NativeModule _http_server'));
    assert.ok(loaded.some((name) => /\/node_modules\/fastify\//.test(name)));
    assert.ok(!loaded.includes(HTTP_CLIENT));
    assert.deepEqual(
      loaded.filter((name) => /\/node_modules\/pg\//.test(name)),
      [],
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
