import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pack } from '../packaging/pack.ts';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { freePorts } from '../support/free-port.ts';
import { lacks } from './programs.ts';

const PREPARED_MS = 300_000;
/** The account `node` of the base image. */
const NODE = 1000;
/** The base image's own. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const checkout = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const lines = read('Dockerfile').replaceAll('\\\n', ' ');
const stages = lines.split(/^FROM /m).slice(1);
const [, installStage = '', finalStage = ''] = stages;

/** Returns the arguments of an instruction of a stage. */
const instruction = (stage: string, name: string): string =>
  new RegExp(`^${name} +(.*)$`, 'm').exec(stage)?.[1]?.trim() ?? '';
const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));
const environment = Object.fromEntries(
  instruction(finalStage, 'ENV')
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
);

/**
 * Prepares a root that has this machine's system as its base image, but with Node and an account `node` as in the
 * base image of the Dockerfile. The system itself cannot be changed from inside.
 */
const PREPARE = `
set -e
mount --bind "$ROOT" "$ROOT"
for folder in usr lib lib64 bin etc dev proc; do
  [ -e "/$folder" ] || continue
  mkdir -p "$ROOT/$folder"
  mount --bind "/$folder" "$ROOT/$folder"
  [ $folder = dev ] || [ $folder = proc ] || mount -o remount,bind,ro "$ROOT/$folder"
done
mount --bind "$FOLDER/local" "$ROOT/usr/local"
for file in passwd group; do mount --bind "$FOLDER/$file" "$ROOT/etc/$file"; done
mount --bind "$FOLDER/data" "$ROOT/data"
`;

/** Runs an instruction of the Dockerfile as the build does. */
const BUILD = `${PREPARE}
exec chroot "$ROOT" /bin/sh -c "$1"`;

/** Runs a command as compose.yaml does: nothing but /data and /tmp can be written, and there are no capabilities. */
const ENTER = `${PREPARE}
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount -o remount,bind,ro "$ROOT/usr/local"
mount -o remount,bind,ro "$ROOT"
exec chroot "$ROOT" setpriv --reuid="$USER" --regid="$USER" --init-groups \\
  --bounding-set=-all --inh-caps=-all --no-new-privs /bin/sh -c 'cd /data && exec "$@"' sh "$@"`;

const lacksRoot = process.getuid?.() === 0 ? lacks('unshare') : 'only root can prepare the root folder';

/**
 * Not proven here, because it takes a container engine: the base image, the COPY instructions, and what the engine
 * does with HEALTHCHECK and VOLUME. The health check's own command is run here. hadolint is in no registry that the
 * tests use (npm, Debian), so the Dockerfile is not linted. The commands of the first stage are those of the tests' own checkout, whose
 * files the build gets too (see the last test).
 */
describe('the container image, by the commands of the Dockerfile in a read-only root', {
  skip: lacksRoot,
}, () => {
  let folder = '';
  const root = () => join(folder, 'root');
  const inRoot = (script: string, args: readonly string[], env: Record<string, string>) =>
    [
      'unshare',
      ['--mount', 'sh', '-c', script, 'sh', ...args],
      {
        env: {
          PATH,
          ...environment,
          ...env,
          FOLDER: folder,
          ROOT: root(),
          USER: instruction(finalStage, 'USER'),
        },
      },
    ] as const;
  const enter = (command: readonly string[], env: Record<string, string>) => inRoot(ENTER, command, env);
  before(
    async () => {
      folder = await mkdtemp('/tmp/azulejo-image-');
      execFileSync('chmod', ['711', folder]);
      for (const path of ['root/opt/azulejo', 'root/tmp', 'root/data', 'local/bin', 'data', 'packed'])
        mkdirSync(join(folder, path), { recursive: true });
      execFileSync('cp', [process.execPath, join(folder, 'local/bin/node')]);
      writeFileSync(
        join(folder, 'passwd'),
        `root:x:0:0::/root:/bin/sh\nnode:x:${NODE}:${NODE}::/home/node:/bin/sh\n`,
      );
      writeFileSync(join(folder, 'group'), `root:x:0:\nnode:x:${NODE}:\n`);
      await pack(join(folder, 'packed'));
      const command = instruction(installStage, 'RUN').replaceAll('/tmp/packed', join(folder, 'packed'));
      const withNode = `${dirname(process.execPath)}:${process.env['PATH']}`;
      const options = { cwd: join(root(), 'opt/azulejo'), env: { ...process.env, PATH: withNode } };
      await promisify(execFile)('sh', ['-c', command], options);
      execFileSync(...asMutable(inRoot(BUILD, [instruction(finalStage, 'RUN')], {})));
    },
    { timeout: PREPARED_MS },
  );
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  const health = commandOf(instruction(finalStage, 'HEALTHCHECK'));
  /** Starts the image's command, calls `use` with the ports it listens on, and stops it by the image's signal. */
  async function withServer(
    settings: Readonly<Record<string, string>>,
    use: (ports: Record<string, string>) => Promise<void>,
  ): Promise<void> {
    const [http, mqtt, mqtts] = (await freePorts(3)).map(String);
    const ports = { HTTP_PORT: `${http}`, MQTT_PORT: `${mqtt}`, MQTTS_PORT: `${mqtts}`, ...settings };
    const [file, args, options] = enter(commandOf(instruction(finalStage, 'CMD')), ports);
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      assert.match(await firstOutput(child, 'Azulejo is running'), /Azulejo is running/);
      await use(ports);
    } finally {
      child.kill(instruction(finalStage, 'STOPSIGNAL') as NodeJS.Signals);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    assert.equal(child.exitCode, 0);
  }
  const run = (command: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(...asMutable(enter(command, env)));

  it('runs the image as another account with a read-only root, reports health, and stops by its signal', {
    timeout: PREPARED_MS,
  }, async () => {
    await withServer({ PUBLIC_URL: 'https://azulejo.example.org' }, async (ports) => {
      await run(health, ports);
      for (const path of ['/opt/azulejo/x', '/usr/local/x'])
        await assert.rejects(run(['touch', path], {}), /Read-only/);
      assert.equal((await run(['id', '-un'], {})).stdout, 'node\n');
      const { stdout } = await run(['grep', '-E', '^(CapBnd|CapEff|NoNewPrivs)', '/proc/self/status'], {});
      assert.match(stdout, /^CapEff:\s0+\nCapBnd:\s0+\nNoNewPrivs:\s1\n$/);
      await assert.rejects(run(health, { ...ports, HTTP_PORT: '1' }));
    });
  });

  it('reports a container as healthy with a certificate that does not name it', {
    timeout: PREPARED_MS,
  }, async () => {
    const data = join(folder, 'data');
    const { certificate, key } = await newOperatorsCertificate(data);
    for (const path of [certificate, key]) chownSync(path, NODE, NODE);
    const settings = { TLS_CERT: `/data/${basename(certificate)}`, TLS_KEY: `/data/${basename(key)}` };
    await withServer(settings, async (ports) => {
      await run(health, ports);
      const { TLS_CERT: _, ...withoutTls } = ports;
      await assert.rejects(run(health, withoutTls));
    });
  });

  it('names another account than root, a volume and a health check', () => {
    assert.equal(instruction(finalStage, 'USER'), 'node');
    assert.equal(instruction(finalStage, 'VOLUME'), environment['DATA_DIR']);
    assert.match(instruction(finalStage, 'HEALTHCHECK'), /readyz/);
  });
});

describe('the files around the container image', () => {
  it('gives the build everything that is in the repository but the data of releases', () => {
    const patterns = read('.dockerignore').split('\n').filter(Boolean);
    const tracked = execFileSync('git', ['ls-files'], { cwd: checkout, encoding: 'utf8' }).split('\n');
    const ignored = tracked.filter((path) =>
      ancestorsOf(path).some((part) => patterns.some((pattern) => matchesGlob(part, pattern))),
    );
    assert.ok(tracked.length > 1000, 'too few files were found');
    assert.deepEqual(
      ignored.filter((path) => !path.startsWith('test/fixtures/releases/')),
      [],
    );
  });

  it('defines valid compositions in compose.yaml and compose.scale.yaml', {
    skip: lacks('docker-compose'),
  }, () => {
    const env = { ...process.env, DOMAIN: 'azulejo.example.org', POSTGRES_PASSWORD: 'secret' };
    const output = execFileSync('docker-compose', ['-f', 'compose.yaml', 'config'], {
      cwd: checkout,
      encoding: 'utf8',
      env,
    });
    for (const setting of [
      'PUBLIC_URL: https://azulejo.example.org',
      'DATABASE_URL: postgres://azulejo:secret@postgres/azulejo',
      'read_only: true',
    ])
      assert.ok(output.includes(setting), setting);
    const scale = execFileSync('docker-compose', ['-f', 'compose.scale.yaml', 'config'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...env, NATS_PASSWORD: 'quiet', MQTT_TLS_CERT: './chain.pem', MQTT_TLS_KEY: './key.pem' },
    });
    for (const [setting, times] of [
      ['DATABASE_URL: postgres://azulejo:secret@postgres/azulejo', 3],
      ['BUS_URL: nats://azulejo:quiet@nats', 3],
      ['KEYS_DIR: /shared/keys', 3],
      ['read_only: true', 3],
      ['AZULEJO: haproxy:8080', 1],
    ] as const)
      assert.equal(scale.split(setting).length - 1, times, setting);
    const unset = spawnSync('docker-compose', ['-f', 'compose.yaml', 'config', '-q'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, DOMAIN: '' },
    });
    assert.notEqual(unset.status, 0);
    assert.match(unset.stderr, /set DOMAIN in .env/);
  });
});

describe('HAProxy of compose.scale.yaml', { skip: lacks('haproxy') }, () => {
  it('has a valid configuration, with all servers of the composition', () => {
    execFileSync('haproxy', ['-c', '-q', '-f', 'deploy/haproxy.cfg'], { cwd: checkout, stdio: 'ignore' });
    const servers = read('compose.scale.yaml').match(/^ {2}azulejo-\d(?=:)/gm) ?? [];
    assert.ok(servers.length > 1);
    for (const server of servers)
      for (const port of [8480, 8883])
        assert.ok(read('deploy/haproxy.cfg').includes(`${server.trim()}:${port}`));
  });
});

/** Returns a path and all folders that contain it. */
const ancestorsOf = (path: string): string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

const asMutable = ([file, args, options]: readonly [string, readonly string[], object]) =>
  [file, [...args], options] as const;

/** Returns what a process prints until the words appear or it ends. */
async function firstOutput(child: ChildProcess, words: string): Promise<string> {
  let output = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(words)) resolve();
    });
  await Promise.race([promise, once(child, 'exit')]);
  return output;
}
