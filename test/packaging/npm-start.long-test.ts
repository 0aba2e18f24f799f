import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Tile } from '@azulejo/contract';
import { startServerProcess } from '../support/server-process.ts';
import { root } from '../support/test-files.ts';
import { signInDemoUser } from './demo-user.ts';

const STARTED_MS = 120_000;

it('npm start compiles the server of a checkout, which finds the files around it and stops by SIGTERM', {
  timeout: STARTED_MS,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-npm-start-'));
  await rm(join(root, 'server/compiled'), { recursive: true, force: true });
  let output = '';
  try {
    await using server = await startServerProcess({
      dataDir,
      cwd: root,
      command: ['npm', 'start'],
      environment: { DEMO: '1', HOME: homedir() },
      onOutput: (text) => {
        output += text;
      },
    });
    assert.match(output, /^The server was compiled\.$/m);
    assert.ok(existsSync(join(root, 'server/compiled/dist/server.js')));
    const { send } = await signInDemoUser({ url: server.url, dataDir });
    const { tiles } = (await (await send('/v3/legacy/users/me/tiles')).json()) as { tiles: Tile[] };
    assert.ok(tiles.length >= 24);
    const channels = await send('/v3/legacy/users/me/channels', { headers: { 'accept-language': 'de' } });
    assert.ok((await channels.text()).includes('"label":"Helligkeit"'));
    for (const path of [tiles[0]?.photoUrl ?? '', '/home', '/portal', '/docs', '/devices', '/readyz'])
      assert.equal((await fetch(new URL(path, server.url))).status, 200, path);
    assert.equal(await server.stop(), 0);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
