import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { connect, createServer } from 'node:tls';
import { pino } from 'pino';
import { readPair, serveOperators } from './operators.ts';

const settings = ['TLS_CERT', 'TLS_KEY'] as const;

/** Two pairs for these tests only, valid for a century. */
const pairs = {
  one: {
    certificate: `-----BEGIN CERTIFICATE-----
MIIBdDCCARmgAwIBAgIUbpgO/xwPyoPHIAqxCIDLvwdkgmowCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDb25lMCAXDTI2MTEyMTA0NTg0OVoYDzIxMjYxMDI4MDQ1ODQ5
WjAOMQwwCgYDVQQDDANvbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQhGrNs
gzELk6gQ+tq+xKDzRxwGc5gsY3W2WthKcMvypjTGffkGXRelUqexOs6iJ134731i
xX10l6j7fVBf1xmyo1MwUTAdBgNVHQ4EFgQU/AmTzF27QQsdFe/P8QD6Jh8asm4w
HwYDVR0jBBgwFoAU/AmTzF27QQsdFe/P8QD6Jh8asm4wDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNJADBGAiEAu5JivlXUyZlKGa2ZMX4csAzZQlZW0O7jtVB+
pm1WFKUCIQCXNHo6pT7a1mE4iwORPJtSkKbkSfBhufwpyQuZfUwY+A==
-----END CERTIFICATE-----`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvy+DnWuaSAk67UGd
xkY18D1gQ5NpHxBk42oNFsQGlfWhRANCAAQhGrNsgzELk6gQ+tq+xKDzRxwGc5gs
Y3W2WthKcMvypjTGffkGXRelUqexOs6iJ134731ixX10l6j7fVBf1xmy
-----END PRIVATE KEY-----`,
  },
  two: {
    certificate: `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIUG679/fR0pyZKX8M48+/Cr/tJyO4wCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDdHdvMCAXDTI2MTEyMTA0NTg0OVoYDzIxMjYxMDI4MDQ1ODQ5
WjAOMQwwCgYDVQQDDAN0d28wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARR4RDH
nWDeXyVo9PeztaWTo3fF3WhvlOxenUrzjBHlNi5f5O7I1PDnIwLcZUEmWDHS7pPD
nq90wZ/LZWBwDN3Jo1MwUTAdBgNVHQ4EFgQUhPKU9h3D/LuvF40LqW6U80ONhxQw
HwYDVR0jBBgwFoAUhPKU9h3D/LuvF40LqW6U80ONhxQwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNIADBFAiEA1W3NO2Atbu9qUuYuVpsAUb3aV1IblWWXZ3tb
jPaGQAwCIDbjIHbZa3UB2iP2rT/vCrUneOJhrG/Dw5rNZz+MCPC8
-----END CERTIFICATE-----`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiKAQMEuC/hYqyEvO
91391eIgK0onz4BIROaynec4XkKhRANCAARR4RDHnWDeXyVo9PeztaWTo3fF3Whv
lOxenUrzjBHlNi5f5O7I1PDnIwLcZUEmWDHS7pPDnq90wZ/LZWBwDN3J
-----END PRIVATE KEY-----`,
  },
};

async function subjectAt(port: number): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const subject = socket.getPeerX509Certificate()?.subject;
  socket.destroy();
  return subject;
}

it('serves the new certificate after its symbolic link was changed', { timeout: 10_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-tls-'));
  for (const [name, pair] of Object.entries(pairs)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'certificate.pem'), pair.certificate);
    await writeFile(join(folder, name, 'key.pem'), pair.key);
  }
  const live = join(folder, 'live');
  await symlink('one', live);
  const files = { certificate: join(live, 'certificate.pem'), key: join(live, 'key.pem'), settings };
  await using served = await serveOperators(files, { logger: pino({ enabled: false }), everyMs: 10 });
  const server = createServer(served.pair(), (socket) => socket.end());
  served.onRenewal((pair) => server.setSecureContext(pair));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  assert.equal(await subjectAt(address.port), 'CN=one');

  await symlink('two', join(folder, 'next'));
  await rename(join(folder, 'next'), live);
  while ((await subjectAt(address.port)) !== 'CN=two');
  server.close();
  await rm(folder, { recursive: true });
});

it('throws an error that names the settings when the key belongs to another certificate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-tls-'));
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem'), settings };
  await writeFile(files.certificate, pairs.one.certificate);
  await writeFile(files.key, pairs.two.key);
  await assert.rejects(readPair(files), /TLS_CERT and TLS_KEY/);
  await rm(folder, { recursive: true });
});
