import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { lacks } from './programs.ts';

const DOMAIN = 'home.example.org';
const AUTHORITY = 'ca.example.org';
const LIMIT_MS = 120_000;

/** Returns the global options of both Caddys, whose files stay in a folder. */
const optionsOf = (folder: string): string =>
  `admin off\nskip_install_trust\nstorage file_system ${join(folder, 'data')}`;

/**
 * Runs both in a network of their own, where ports 80 and 443 are free and names lead to this machine. They end with
 * the shell, which is the first process of a namespace. Prints the status of a page over HTTPS as soon as there is a certificate for the name that the authority signed.
 */
const SCRIPT = `
set -e
ip link set lo up
mount --bind hosts /etc/hosts
caddy run --adapter caddyfile --config authority/Caddyfile > authority/log 2>&1 &
until [ -e "$ROOT" ]; do sleep 0.1; done
until curl -s --cacert "$ROOT" -o directory https://${AUTHORITY}:8443/acme/local/directory; do sleep 0.1; done
caddy run --adapter caddyfile --config proxy/Caddyfile > proxy/log 2>&1 &
until curl -s --cacert "$ROOT" -o page -w '%{http_code}' https://${DOMAIN}/metrics; do sleep 0.2; done
`;

const programs = ['caddy', 'curl', 'ip', 'unshare'].map(lacks).find(Boolean);
const lacksRoot = process.getuid?.() === 0 ? (programs ?? false) : 'only root can make a network';

/** The authority is another Caddy: a public one takes a public name, and that part is not proven here. */
describe('Caddy with deploy/Caddyfile', { skip: lacksRoot }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp('/tmp/azulejo-acme-');
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('gets a certificate by ACME for the name in DOMAIN', { timeout: LIMIT_MS }, async () => {
    const authority = join(folder, 'authority');
    const proxy = join(folder, 'proxy');
    const root = join(authority, 'data/pki/authorities/local/root.crt');
    for (const each of [authority, proxy]) await mkdir(each);
    await writeFile(join(folder, 'hosts'), `127.0.0.1 localhost ${DOMAIN} ${AUTHORITY}\n`);
    await writeFile(
      join(authority, 'Caddyfile'),
      `{\n${optionsOf(authority)}\nhttp_port 8081\nhttps_port 8443\n}
https://${AUTHORITY}:8443 {\ntls internal\nacme_server\n}\n`,
    );
    const written = await readFile(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8');
    await writeFile(
      join(proxy, 'Caddyfile'),
      `{\n${optionsOf(proxy)}\nacme_ca https://${AUTHORITY}:8443/acme/local/directory\nacme_ca_root ${root}\n}\n${written}`,
    );
    const isolated = ['--net', '--mount', '--pid', '--fork', '--kill-child'];
    const { stdout } = await promisify(execFile)('unshare', [...isolated, 'sh', '-c', SCRIPT], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ROOT: root, DOMAIN },
      timeout: LIMIT_MS,
    });
    assert.match(stdout, /403$/);
    const log = await readFile(join(proxy, 'log'), 'utf8');
    assert.match(log, new RegExp(`"certificate obtained successfully","identifier":"${DOMAIN}"`));
  });
});
