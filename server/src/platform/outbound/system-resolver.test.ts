import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { after, describe, it } from 'node:test';
import { createSystemResolve } from './system-resolver.ts';
import { get, listen, newOutbound } from './testing/local-server.ts';
import { listenForNames } from './testing/name-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-names-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes the files of a system whose names are answered by this server. */
function resolveWith(server: string, { hosts = '', settings = '' } = {}) {
  const [hostsFile, settingsFile] = [join(folder, 'hosts'), join(folder, 'resolv.conf')];
  writeFileSync(hostsFile, hosts);
  writeFileSync(settingsFile, settings);
  return createSystemResolve({ isLocalAllowed: false, hostsFile, settingsFile, servers: [server] });
}

const context = () => ({ party: 'acme', signal: new AbortController().signal });

describe('names of outbound calls', () => {
  it('finds names in the hosts file, and this machine, without a name server', async () => {
    await using names = await listenForNames(() => undefined);
    const hosts = '# 10.0.0.9 manager\n10.0.0.7\tmanager Manager.Lan # old\nfd00::7 manager\n';
    const resolve = resolveWith(names.server, { hosts });
    const [four, six] = [
      { address: '10.0.0.7', family: 4 },
      { address: 'fd00::7', family: 6 },
    ];
    assert.deepEqual(await resolve('manager', context()), [four, six]);
    assert.deepEqual(await resolve('manager.lan', context()), [four]);
    const own = await resolve('app.localhost', context());
    assert.deepEqual(
      own.map(({ address }) => address),
      ['127.0.0.1', '::1'],
    );
    assert.deepEqual(names.asked, []);
  });

  it('finds names with the search domains of the system', async () => {
    await using names = await listenForNames((name) => (name === 'db.home.example' ? ['10.0.0.8'] : []));
    const settings = 'nameserver 127.0.0.1\nsearch corp.example home.example\noptions ndots:1\n';
    const resolve = resolveWith(names.server, { settings });
    assert.deepEqual(await resolve('db', context()), [{ address: '10.0.0.8', family: 4 }]);
    assert.deepEqual(await resolve('db.', context()), []);
    assert.deepEqual(await resolve('unknown.example', context()), []);
  });

  it('gives a look-up up with its call', async () => {
    const controller = new AbortController();
    await using names = await listenForNames(() => {
      controller.abort();
      return undefined;
    });
    const found = resolveWith(names.server)('silent.example', { party: 'acme', signal: controller.signal });
    await assert.rejects(found, { code: 'ECANCELLED' });
  });

  it('answers calls as quickly as before while names of other parties have a silent name server', async () => {
    await using server = await listen((_request, response) => response.end('ok'));
    await using names = await listenForNames((name) => (name.startsWith('good') ? ['127.0.0.1'] : undefined));
    const { outbound } = newOutbound({ resolve: resolveWith(names.server) });
    const url = (name: string) => get(`http://${name}.example:${server.port}/`, { party: name });
    const slowest = async () => {
      const waits: number[] = [];
      for (let call = 0; call < 100; call += 1) {
        const begin = performance.now();
        assert.equal((await outbound.send(url('good'))).text, 'ok');
        waits.push(performance.now() - begin);
      }
      return waits.toSorted((one, other) => one - other)[98] ?? Number.NaN;
    };
    const before = await slowest();
    const parties = Array.from({ length: 20 }, (_, index) => `silent${index}`);
    const silent = parties.flatMap((party) =>
      Array.from({ length: 20 }, (_, call) =>
        assert.rejects(outbound.send(get(`http://${call}.${party}.example/`, { party })), {
          failure: /^(stopped|name_unresolved)$/,
        }),
      ),
    );
    const during = await slowest();
    outbound.stop();
    await Promise.all(silent);
    // Calls that wait for a silent name server take seconds.
    assert.ok(during <= 3 * Math.max(before, 150), `${before} → ${during} ms`);
  });

  it('does not look a name up again right after nothing answered', async () => {
    await using names = await listenForNames((name) => (name.startsWith('good') ? ['127.0.0.1'] : []));
    const { outbound, clock } = newOutbound({ resolve: resolveWith(names.server) });
    const call = () =>
      assert.rejects(outbound.send(get('http://gone.example/')), { failure: 'name_unresolved' });
    await call();
    const once = names.asked.length;
    await call();
    assert.equal(names.asked.length, once);
    clock.advance({ seconds: 6 });
    await call();
    assert.equal(names.asked.length, 2 * once);
  });
});
