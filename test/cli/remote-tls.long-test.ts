import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { visitPortal } from '../support/portal.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { azulejo } from './azulejo.ts';

/** Starts a server with a certificate of a private CA, and makes a folder of somebody elsewhere. */
async function setUp({ place, start }: Stage) {
  const { authority, certificate, key } = await newOperatorsCertificate(place.dataDir);
  const platform = await start({ environment: { TLS_CERT: certificate, TLS_KEY: key } });
  const { accountId } = await visitPortal(platform, 'developer');
  const { tokens } = platform.server.features.portalAccounts;
  const { token } = await tokens.create(accountId, { name: 'Desk', scopes: ['users:read'] }, {});
  const files = { ca: join(place.dataDir, 'ca.pem'), token: join(place.dataDir, 'token.txt') };
  await writeFile(files.ca, authority);
  await writeFile(files.token, `${token}\n`, { mode: 0o600 });
  return { place, platform, token, files };
}

onSqlite('the command line and a server with a certificate of a private CA', setUp, (scene) => {
  const run = (
    args: readonly string[],
    options: { input?: string; environment?: Record<string, string> } = {},
    // A process that has trusted a certificate of --ca trusts it in every later command.
  ) => azulejo(scene().place, args, { ...options, isAlone: true });
  const list = (...more: string[]) => ['user', 'list', '--url', scene().platform.url, ...more];

  it('works with --ca and --token-file', async () => {
    const { files } = scene();
    const { code, stdout, stderr } = await run(list('--json', '--ca', files.ca, '--token-file', files.token));
    assert.deepEqual({ code, users: JSON.parse(stdout), stderr }, { code: 0, users: [], stderr: '' });
  });

  it('refuses a private CA without --ca, and says which option names the certificate', async () => {
    const { code, stdout, stderr } = await run(list('--token-file', scene().files.token));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /of an unknown issuer: name its CA certificate with --ca FILE\n$/);
  });

  it('prefers the file to AZULEJO_TOKEN', async () => {
    const { files } = scene();
    const environment = { AZULEJO_TOKEN: 'azk_of_somebody_else' };
    const { code } = await run(list('--ca', files.ca, '--token-file', files.token), { environment });
    assert.equal(code, 0);
  });

  it('saves the file of the CA with the profile, by a path that works in every folder', async () => {
    const { files, token, platform } = scene();
    const login = ['login', '--url', platform.url, '--ca', files.ca];
    assert.equal((await run(login, { input: `${token}\n` })).code, 0);
    assert.equal((await run(['user', 'list'])).code, 0);
    assert.equal((await run(['logout'])).code, 0);
  });

  describe('names the file', () => {
    for (const [what, option, text, expected] of [
      ['of a token that does not exist', '--token-file', undefined, /nothing-here cannot be read: ENOENT/],
      ['of a CA that does not exist', '--ca', undefined, /nothing-here cannot be read: ENOENT/],
      ['that has no certificate', '--ca', 'no certificate', /some-file contains no PEM certificate/],
      ['that has no token', '--token-file', 'secret words', /some-file contains no access token/],
      ['that is empty', '--token-file', '\n', /some-file contains no access token/],
      [
        'with a damaged certificate',
        '--ca',
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
        /some-file contains no PEM certificate/,
      ],
    ] as const)
      it(what, async () => {
        const { place, files } = scene();
        const file = join(place.dataDir, text === undefined ? 'nothing-here' : 'some-file');
        if (text !== undefined) await writeFile(file, text);
        const good = ['--ca', files.ca, '--token-file', files.token];
        const { code, stdout, stderr } = await azulejo(place, list(...good, option, file));
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, expected);
        assert.ok(!stderr.includes('secret words'));
      });
  });
});
