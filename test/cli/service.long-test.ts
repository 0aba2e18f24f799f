import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

const service = {
  id: 'energy-report',
  kind: 'service',
  name: 'Energy report',
  authorizationUrl: 'https://energy.example/authorize',
  photoUrlSquared: 'https://energy.example/icon.png',
  profiles: [],
};

forEachEngineInFull((_engine, _open, newPlace) => {
  it('imports, lists and removes services, which a running server offers at once', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { token } = await newPerson(platform, await newApplication(platform));
    const offered = async () => {
      const answer = await platform.request('/v3/legacy/services?include=tutorial', { token });
      const { services } = await readJson<{ services: { name: string }[] }>(answer);
      return services.map(({ name }) => name);
    };
    assert.match((await azulejo(place, ['service', 'list'])).stdout, /^There are no services\.\n/);

    const file = join(place.dataDir, 'service.json');
    await writeFile(file, JSON.stringify(service));
    assert.deepEqual(await answerOf(place, ['service', 'import', file]), [service]);
    assert.deepEqual(await offered(), ['Energy report']);
    await writeFile(file, JSON.stringify([{ ...service, name: 'Energy' }]));
    const listed = await azulejo(place, ['service', 'import', file]);
    assert.match(
      listed.stdout,
      /^ID +NAME +KIND +APPLICATION +AUTHORIZATION\nenergy-report +Energy +service +- +https:/,
    );
    assert.deepEqual(await offered(), ['Energy']);

    const removed = await azulejo(place, ['service', 'remove', 'energy-report']);
    assert.equal(removed.stdout, 'The service energy-report was removed.\n');
    assert.deepEqual(await offered(), []);
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('refuses missing and invalid files and stores none of their services', async () => {
    const place = await newPlace();
    const file = join(place.dataDir, 'services.json');
    assert.match((await refusalOf(place, ['service', 'import', file])).message, /services\.json: .*ENOENT/);
    await writeFile(file, '{');
    assert.match((await refusalOf(place, ['service', 'import', file])).message, /services\.json: .*JSON/);
    await writeFile(file, JSON.stringify([service, { ...service, authorizationUrl: 'ftp://x' }]));
    const { fields } = await refusalOf(place, ['service', 'import', file]);
    assert.deepEqual(
      fields.map(({ field }) => field),
      ['authorizationUrl'],
    );
    assert.deepEqual(await answerOf(place, ['service', 'list']), []);
    assert.equal((await refusalOf(place, ['service', 'remove', 'energy-report'])).kind, 'not_found');
  });

  it('gives services to an application, keeps them there, and takes them back', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { clientId } = await newApplication(platform, { namespace: 'casa' });
    await newApplication(platform, { type: 'manager', namespace: 'acme' });
    const file = join(place.dataDir, 'service.json');
    await writeFile(file, JSON.stringify(service));
    const imported = (...more: string[]) =>
      answerOf<{ application?: string }[]>(place, ['service', 'import', file, ...more]);
    for (const more of [['--application', 'casa'], ['--application', clientId], []])
      assert.deepEqual(
        (await imported(...more)).map(({ application }) => application),
        [clientId],
        more.join(' '),
      );
    const refused = await refusalOf(place, ['service', 'import', file, '--application', 'acme']);
    assert.deepEqual(
      refused.fields.map(({ field }) => field),
      ['application'],
    );
    const unknown = await refusalOf(place, ['service', 'import', file, '--application', 'nobody']);
    assert.equal(unknown.kind, 'not_found');
    assert.deepEqual(await imported('--no-application'), [service]);
  });

  it('sets, validates and removes the app scheme of an application', async () => {
    const place = await newPlace();
    type Shown = { app_scheme: string | null };
    const base = ['application', 'create', '--type', 'mobile', '--name', 'Casa', '--namespace', 'casa'];
    assert.equal(
      (await answerOf<Shown>(place, [...base, '--app-scheme', 'casaazul'])).app_scheme,
      'casaazul',
    );
    const update = (...args: string[]) => ['application', 'update', 'casa', ...args];
    const shown = await azulejo(place, update('--app-scheme', 'br.casa+azul'));
    assert.match(shown.stdout, /app scheme +br\.casa\+azul/);
    assert.equal((await answerOf<Shown>(place, update('--no-app-scheme'))).app_scheme, null);
    for (const scheme of ['https', 'javascript', 'Casa', 'casa azul', '1casa', 'a']) {
      const { message } = await refusalOf(place, update('--app-scheme', scheme));
      assert.match(message, /^--app-scheme must/, scheme);
    }
    assert.match((await refusalOf(place, update())).message, /no change was given/);
    assert.equal((await answerOf<Shown>(place, ['application', 'show', 'casa'])).app_scheme, null);
  });
});
