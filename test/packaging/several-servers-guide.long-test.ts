import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import pg from 'pg';
import { lacksMosquitto } from '../connections/mqtt/other-clients.ts';
import { lacks } from '../deploy/programs.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { createOtherAccount } from './other-account.ts';
import { pack } from './pack.ts';

const adminUrl = process.env['AZULEJO_TEST_POSTGRES'];
const lacksPostgres = !adminUrl && 'AZULEJO_TEST_POSTGRES is not set; npm run test:long sets it';

await describePastedPage('the guide to several servers, pasted by another account in an empty folder', {
  file: 'docs/guides/several-servers.md',
  skip: lacksPostgres || lacks('haproxy') || lacks('psql') || lacksMosquitto,
  expected: [
    { words: 'create role', prints: /^$/ },
    { words: 'cat > common.env', prints: /^$/ },
    { words: 'npm install', prints: /^(.*\n)*added \d+ packages.*\n/ },
    { words: 'SERVER_NAME=two', prints: /^azulejo_other_servers 1\n$/ },
    {
      words: 'haproxy -c',
      prints: /^(?!.*(ALERT|WARNING))(.*\n)*Configuration file is valid\n\{"status":"ready"\}\n$/,
    },
    { words: 'caddy validate', prints: /^Valid configuration\n$/, skip: lacks('caddy') },
    { words: 'publish 20.5', prints: /^(\{"data":20\.5,"timestamp":.*\}\n){2}$/ },
    { words: 'kill -9', prints: /^(.*Killed.*\n)?\{"data":21,"timestamp":.*\}\n$/ },
    { words: '--prefix new', prints: /^$/ },
    { words: 'kill $TWO', prints: /^\{"data":22,"timestamp":.*\}\n$/ },
    { words: 'migrate --status', prints: /^MIGRATION +APPLIED\n0001-initial +\d{4}-.*\n$/ },
  ],
  async run(paste) {
    using account = createOtherAccount();
    const folder = account.makeFolder('azulejo');
    const tarball = await pack(account.folder);
    await cp(tarball, join(folder, basename(tarball)));
    const [one, two, mqttOne, mqttTwo, http, mqtt] = await freePorts(6);
    const [node = ''] = account.environment['PATH']?.split(delimiter) ?? [];
    const name = `guide_${randomBytes(4).toString('hex')}`;
    const admin = new pg.Client(adminUrl);
    await admin.connect();
    const { host } = new URL(adminUrl ?? '');
    try {
      await paste({
        cwd: folder,
        uid: account.uid,
        env: {
          ...account.environment,
          PATH: [node, '/usr/sbin', '/usr/bin', '/bin', account.environment['PATH']].join(delimiter),
          NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
          DEMO: '0',
        },
        replaced: {
          'postgres://postgres@127.0.0.1:5432/postgres': `${adminUrl}`,
          '@127.0.0.1:5432/azulejo_home': `@${host}/${name}`,
          azulejo_home: name,
          '=8481': `=${one}`,
          ':8481': `:${one}`,
          'port 8481': `port ${one}`,
          '=8482': `=${two}`,
          ':8482': `:${two}`,
          'port 8482': `port ${two}`,
          'in 8481 8482': `in ${one} ${two}`,
          '=8884': `=${mqttOne}`,
          ':8884': `:${mqttOne}`,
          '=8885': `=${mqttTwo}`,
          ':8885': `:${mqttTwo}`,
          ':8080': `:${http}`,
          ':8883': `:${mqtt}`,
          '-p 8883': `-p ${mqtt}`,
        },
      });
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`drop role if exists ${name}`);
      await admin.end();
    }
  },
});
