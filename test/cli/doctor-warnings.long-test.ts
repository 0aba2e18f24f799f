import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCheck } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { serverCommand } from '../support/package.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { visitPortal } from '../support/portal.ts';
import { callerOf } from '../support/portal-calls.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';
import { templateOf } from '../support/template.ts';
import { azulejo, limitedTo } from './azulejo.ts';

type Finding = { check: string; state: string; says: string; todo?: string };

async function doctor(place: Place, options: Parameters<typeof azulejo>[2] = {}, ...args: string[]) {
  const { stdout, stderr } = await azulejo(place, ['doctor', '--json', ...args], options);
  assert.equal(stderr, '');
  const findings = JSON.parse(stdout) as Finding[];
  return (name: string) => findings.find(({ check }) => check === name);
}

/** Returns what the portal's page Health shows. */
async function health(platform: TestPlatform) {
  const { checks } = await callerOf(await visitPortal(platform))<{ checks: PortalCheck[] }>(
    'monitoring.health',
  );
  return (name: string) => checks.find(({ check }) => check === name);
}

/** Relays to the database as a server of another version: a text of the wire follows its length. */
async function relayAs(databaseUrl: string, version: string, shown: string) {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port || 5432) };
  const counted = (text: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  };
  const [from, to] = [counted(version), counted(shown.padEnd(version.length))];
  const relay = await startTcpRelay(target, (bytes) => {
    const place = bytes.indexOf(from);
    if (place >= 0) to.copy(bytes, place);
    return bytes;
  });
  url.host = `127.0.0.1:${relay.port}`;
  return { url: url.href, [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose]() };
}

forEachEngine(
  (engine, open, newPlace) => {
    it('doctor and Health warn of a PostgreSQL that gets no fixes any more', async () => {
      const place = await newPlace({ template: templateOf(engine) });
      const db = await open<Database>({ place, migrations });
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db.read);
      const version = rows[0]?.server_version ?? '';
      await using relay = await relayAs(place.databaseUrl ?? '', version, '9.6');
      const old = { ...place, databaseUrl: relay.url };
      await using platform = await startPlatform({ place: old });
      assert.equal((await doctor(place))('PostgreSQL')?.state, 'ok');
      const warned = (await doctor(old))('PostgreSQL');
      assert.deepEqual([warned?.state, warned?.says], ['warning', '9.6 is no longer maintained']);
      assert.match(warned?.todo ?? '', /^upgrade PostgreSQL to \d+ or newer/);
      const shown = (await health(platform))('PostgreSQL');
      assert.deepEqual([shown?.state, shown?.says], ['attention', '9.6 is no longer maintained']);
    });
  },
  ['postgres'],
);

forEachEngine(
  (engine, _open, newPlace) => {
    it('doctor and Health warn of a limit of open files that is too low for the settings', async () => {
      const place = await newPlace({ template: templateOf(engine) });
      const environment = { MQTT_MAX_CONNECTIONS: '500' };
      assert.equal((await doctor(place, { environment, openFiles: 1_500 }))('Open files')?.state, 'ok');
      const low = await doctor(place, { environment, openFiles: 1_400 });
      const warned = { says: '1400 allowed, too few for 500 MQTT connections (MQTT_MAX_CONNECTIONS)' };
      assert.deepEqual([low('Open files')?.state, low('Open files')?.says], ['warning', warned.says]);
      assert.match(low('Open files')?.todo ?? '', /^raise the limit to 1500 or more \(ulimit -n/);

      let token = '';
      {
        await using platform = await startPlatform({ place });
        const { accountId } = await visitPortal(platform);
        const { tokens } = platform.server.features.portalAccounts;
        ({ token } = await tokens.create(accountId, { name: 'Health', scopes: ['monitoring:read'] }, {}));
      }
      const command = [...limitedTo(1_400), ...serverCommand];
      await using server = await startServerProcess({ ...place, command, environment });
      const remote = { environment: { AZULEJO_URL: server.url, AZULEJO_TOKEN: token } };
      const shown = (await doctor(place, remote))('Open files');
      assert.deepEqual([shown?.state, shown?.says], ['warning', warned.says]);
    });
  },
  ['sqlite'],
);
