import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openRaw } from '../connections/mqtt/protocol-client.ts';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { startPlatform } from '../support/platform.ts';

it('closes an HTTPS socket whose TLS handshake does not complete', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-https-'));
  try {
    const { certificate, key } = await newOperatorsCertificate(dataDir);
    const environment = { TLS_CERT: certificate, TLS_KEY: key };
    await using platform = await startPlatform({ place: { dataDir }, environment });
    using silent = await openRaw(platform.config.httpPort);
    assert.deepEqual(await silent.closed, Buffer.alloc(0));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
