import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

forEachEngineInFull((engine, _open, newPlace) => {
  it('migrates the database and shows which migrations were applied', async () => {
    const place = await newPlace();
    type Status = { applied: { name: string }[]; pending: string[] };
    const before = await answerOf<Status>(place, ['migrate', '--status']);
    assert.deepEqual([before.applied, before.pending[0]], [[], '0001-initial']);
    const { migrated } = await answerOf<{ migrated: string[] }>(place, ['migrate']);
    assert.deepEqual(migrated, before.pending);
    const after = await answerOf<Status>(place, ['migrate', '--status']);
    assert.deepEqual([after.applied.map(({ name }) => name), after.pending], [migrated, []]);
  });
  if (engine !== 'sqlite') return;

  it('documents commands, exit codes and examples in its help', async () => {
    const place = await newPlace();
    const top = await azulejo(place, ['--help']);
    assert.equal(top.code, 0);
    for (const word of [
      'application',
      'user',
      'portal',
      'template',
      'channel',
      'value',
      'automation',
      'demo',
      'certificate',
      'migrate',
      'doctor',
      'settings',
    ]) {
      assert.match(top.stdout, new RegExp(`^  ${word}\\b`, 'm'));
    }
    assert.match(top.stdout, /Exit codes: 0 done, 1 refused or failed, 2 wrong usage or /);
    const create = await azulejo(place, ['application', 'create', '--help']);
    assert.match(create.stdout, /Examples:\n {2}\$ azulejo application create/);
    assert.match(create.stdout, /--json/, 'the options of every command are named');
  });

  it('exits with 2 for wrong usage and explains it', async () => {
    const place = await newPlace();
    for (const [args, message] of [
      [['application'], /Usage: azulejo application/],
      [['aplication', 'list'], /Did you mean application\?/],
      [
        ['application', 'create', '--type', 'mobile', '--name', 'X', '--access-token-lifetime', 'x'],
        /30d, 72h/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await azulejo(place, args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, message);
    }
    const { code, stderr } = await azulejo(place, ['user', 'create', '--json']);
    const { error } = JSON.parse(stderr) as { error: { kind: string } };
    assert.deepEqual([code, error.kind], [2, 'usage']);
  });

  it('names an invalid setting', async () => {
    const environment = { HTTP_PORT: 'many' };
    const { code, stderr } = await azulejo(await newPlace(), ['user', 'list'], { environment });
    assert.deepEqual([code, stderr.startsWith('error: HTTP_PORT must be')], [1, true]);
  });

  it('refuses to read in a folder without a database, and creates none', async () => {
    const place = await newPlace();
    for (const command of ['application list', 'template list', 'service list', 'backup ./b.tar.gz']) {
      const { message } = await refusalOf(place, command.split(' '));
      assert.match(message, /^there is (no database in|nothing to back up in) \S+/, command);
    }
    assert.deepEqual(await readdir(place.dataDir), []);
  });

  it('lists every setting with its default', async () => {
    const place = await newPlace();
    const { stdout } = await azulejo(place, ['settings']);
    assert.match(stdout, /^ {2}HTTP_PORT \(8480\)\n {4}Port for HTTP, or for HTTPS with TLS_CERT\.$/m);
    const settings = await answerOf<{ name: string; default: string }[]>(place, ['settings']);
    const found = settings.find(({ name }) => name === 'PUBLIC_URL');
    assert.equal(found?.default, 'http://HOST:HTTP_PORT');
  });

  it('prefers options to the environment for the place of the data', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const named = ['application', 'create', '--type', 'mobile', '--name', 'Elsewhere'];
    await answerOf(place, [...named, '--data-dir', other.dataDir]);
    const list = ['application', 'list', '--data-dir'];
    assert.match((await azulejo(place, [...list, other.dataDir])).stdout, /Elsewhere/);
    assert.match((await refusalOf(other, [...list, place.dataDir])).message, /^there is no database in /);
  });
});
