import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { newOperatorsCertificate } from '../../support/certificates.ts';
import { onSqlite } from '../../support/scene.ts';

async function servedAt(port: number | undefined): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port: port ?? 0, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const fingerprint = socket.getPeerX509Certificate()?.fingerprint256;
  socket.destroy();
  return fingerprint;
}

onSqlite(
  'a certificate that is renewed',
  async ({ place, start }) => {
    const folder = join(place.dataDir, 'operators');
    for (const name of ['one', 'two']) {
      await mkdir(join(folder, name), { recursive: true });
      await newOperatorsCertificate(join(folder, name));
    }
    // certbot, too, renews by replacing a symbolic link.
    await symlink('one', join(folder, 'live'));
    const files = { TLS_CERT: 'chain.pem', TLS_KEY: 'chain-key.pem' };
    const environment = Object.fromEntries(
      Object.entries(files).map(([setting, name]) => [setting, join(folder, 'live', name)]),
    );
    return { folder, platform: await start({ environment }) };
  },
  (scene) => {
    it('serves a renewed certificate over HTTPS and MQTT within half a minute', async () => {
      const { folder, platform } = scene();
      const ports = [platform.config.httpPort, platform.config.mqtt.tlsPort];
      const before = await Promise.all(ports.map(servedAt));
      assert.equal(before[0], before[1]);
      await symlink('two', join(folder, 'next'));
      await rename(join(folder, 'next'), join(folder, 'live'));
      for (const port of ports) while ((await servedAt(port)) === before[0]) await setTimeout(500);
      const [https, mqtts] = await Promise.all(ports.map(servedAt));
      assert.equal(https, mqtts);
    });
  },
);
