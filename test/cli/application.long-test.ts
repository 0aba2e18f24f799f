import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import type { Place } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { clientToken, newApplication, newPerson, signIn } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Application = { client_id: string; client_secret: string; namespace: string };

const create = (place: Place, ...args: string[]) =>
  answerOf<Application>(place, ['application', 'create', '--type', 'mobile', '--name', 'Casa Azul', ...args]);

forEachEngineInFull((_engine, _open, newPlace) => {
  it('creates, rotates, disables and enables an application with effect on a running server', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { client_id: clientId, client_secret: secret, namespace } = await create(place);
    const person = await newPerson(platform, { clientId, secret });
    const secrets = async (given: string) =>
      (
        await signIn(platform, 'authorize', {
          response_type: 'client_credentials',
          client_id: clientId,
          client_secret: given,
          scope: 'application',
        })
      ).status;
    assert.equal(await secrets(secret), 200);

    const rotated = await answerOf<Application>(place, ['application', 'rotate-secret', namespace]);
    assert.deepEqual([await secrets(secret), await secrets(rotated.client_secret)], [200, 200]);
    platform.clock.advance({ days: 1, minutes: 5 });
    assert.deepEqual([await secrets(secret), await secrets(rotated.client_secret)], [401, 200]);

    const me = async () => (await platform.request('/v3/users/me', { token: person.token })).status;
    assert.equal(await me(), 200);
    await answerOf(place, ['application', 'disable', namespace]);
    assert.deepEqual([await me(), await secrets(rotated.client_secret)], [401, 401]);
    await answerOf(place, ['application', 'enable', namespace]);
    assert.deepEqual([await me(), await secrets(rotated.client_secret)], [200, 200]);
  });
});

forEachEngineInFull((engine, open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('creates an application before the first start and shows its secret once', async () => {
    const place = await newPlace();
    const created = await azulejo(place, [
      ...['application', 'create', '--type', 'mobile', '--name', 'Casa Azul', '--namespace', 'casa'],
      ...['--redirect-uri', 'casa://in', '--redirect-uri', 'https://casa.example/in'],
      ...['--scope', 'application,user', '--access-token-lifetime', '30d', '--minimum-password-length', '6'],
    ]);
    assert.equal(created.code, 0, created.stderr);
    const secret = /azs_\w+/.exec(created.stdout)?.[0];
    assert.ok(secret, 'the secret is shown');
    const list = await azulejo(place, ['application', 'list']);
    assert.match(list.stdout, /^NAME +TYPE +NAMESPACE +STATE +CLIENT_ID\nCasa Azul +mobile +casa +enabled/);
    const shown = await answerOf<Record<string, unknown>>(place, ['application', 'show', 'casa']);
    assert.ok(!`${list.stdout}${JSON.stringify(shown)}`.includes('azs_'), 'no secret is shown again');
    assert.deepEqual(shown['redirect_uris'], ['casa://in', 'https://casa.example/in']);
    assert.deepEqual(shown['scopes'], ['application', 'user']);
    assert.equal(shown['access_token_lifetime'], 30 * 86_400);
    assert.equal(shown['minimum_password_length'], 6);
    await using platform = await startPlatform({ place });
    await clientToken(platform, { clientId: String(shown['client_id']), secret }, 'application');
  });

  it('acts as the operator, who has no account and no limit, and says why the platform failed', async () => {
    const place = await newPlace();
    const { client_id: clientId } = await create(place, '--namespace', 'casa');
    await answerOf(place, ['application', 'disable', 'casa']);
    const db = await open<Database>({ place, migrations });
    const entries = await db.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'address'])
      .where('target_id', '=', clientId)
      .orderBy('at')
      .execute();
    const byOperator = { actor_id: null, address: null };
    assert.deepEqual(entries, [
      { action: 'application.create', ...byOperator },
      { action: 'application.disabled', ...byOperator },
    ]);
    await db.write((tx) => sql`alter table client_links rename to other_links`.execute(tx));
    const failed = await refusalOf(place, ['application', 'show', 'casa']);
    assert.deepEqual([failed.kind, failed.message], ['failed', 'storage: no such table: client_links']);
  });

  it('links a distributor to an application and unlinks it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    await newApplication(platform, { name: 'Casa Azul', namespace: 'casa' });
    await newApplication(platform, { type: 'distributor', name: 'Boa', namespace: 'boa' });
    const linked = await azulejo(place, ['application', 'link', 'boa', 'casa']);
    assert.equal(linked.stdout, 'Boa works for Casa Azul.\n');
    const shown = await answerOf<Record<string, unknown>>(place, ['application', 'show', 'boa']);
    assert.deepEqual(shown['works_for'], ['casa']);
    assert.match((await azulejo(place, ['application', 'show', 'casa'])).stdout, /distributors +boa/);
    assert.deepEqual((await refusalOf(place, ['application', 'link', 'casa', 'boa'])).fields, [
      { field: 'distributor', reason: '"Casa Azul" is of type mobile' },
    ]);
    const ended = await answerOf<{ is_linked: boolean }>(place, ['application', 'unlink', 'boa', 'casa']);
    assert.equal(ended.is_linked, false);
  });

  it('refuses invalid values for an application and names the option', async () => {
    const place = await newPlace();
    const short = [
      'application',
      'create',
      '--type',
      'mobile',
      '--name',
      'X',
      '--access-token-lifetime',
      '71h',
    ];
    const { code, stdout, stderr } = await azulejo(place, short);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^error: --access-token-lifetime must be at least 72h/);
    await create(place, '--namespace', 'taken');
    const taken = ['application', 'create', '--type', 'manager', '--name', 'X', '--namespace', 'taken'];
    assert.equal((await refusalOf(place, taken)).message, '--namespace "taken" is taken');
    assert.equal((await refusalOf(place, ['application', 'show', 'nobody'])).kind, 'not_found');
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('changes the named fields only', async () => {
    const place = await newPlace();
    const { namespace } = await create(place, '--origin', 'https://casa.example', '--app-scheme', 'casa');
    const update = (...args: string[]) =>
      answerOf<Record<string, unknown>>(place, ['application', 'update', namespace, ...args]);
    const changed = await update('--name', 'Casa Nova', '--access-token-lifetime', '30d', '--no-app-scheme');
    assert.deepEqual(
      [changed['name'], changed['access_token_lifetime'], changed['app_scheme'], changed['origins']],
      ['Casa Nova', 30 * 86_400, null, ['https://casa.example']],
    );
    const plain = await update('--no-origin', '--no-access-token-lifetime', '--scope', 'user');
    assert.deepEqual(
      [plain['name'], plain['origins'], plain['access_token_lifetime'], plain['scopes']],
      ['Casa Nova', [], null, ['user']],
    );
    const refused = await refusalOf(place, [
      'application',
      'update',
      namespace,
      '--access-token-lifetime',
      '1h',
    ]);
    assert.match(refused.message, /^--access-token-lifetime must be at least 72h/);
    assert.match(
      (await refusalOf(place, ['application', 'update', namespace])).message,
      /no change was given/,
    );
  });

  it('deletes an application and its data after its name was confirmed, while the server runs', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { client_id: clientId, client_secret: secret, namespace } = await create(place);
    const person = await newPerson(platform, { clientId, secret });
    const deletion = ['application', 'delete', namespace];
    const requested = await refusalOf(place, deletion);
    assert.match(
      requested.message,
      /^this would be deleted with it \(users: 1, .*\): add --confirm "Casa Azul"$/,
    );
    assert.equal((await platform.request('/v3/users/me', { token: person.token })).status, 200);
    await answerOf(place, [...deletion, '--confirm', 'Casa Azul']);
    assert.equal((await platform.request('/v3/users/me', { token: person.token })).status, 401);
    assert.equal(await platform.server.features.users.find(person.id), undefined);
    assert.equal((await refusalOf(place, ['application', 'show', namespace])).kind, 'not_found');
    const home = await refusalOf(place, [
      'application',
      'delete',
      'azulejo-home',
      '--confirm',
      'Azulejo Home',
    ]);
    assert.equal(home.kind, 'in_use');
  });
});
