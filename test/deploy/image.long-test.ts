import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pack } from '../packaging/pack.ts';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { freePorts } from '../support/free-port.ts';
import { lacks } from './programs.ts';

const PREPARED_MS = 300_000;
const NOBODY = 65_534;
const lines = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
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
 * Runs a command in a root that has the system's libraries, Node and the installed package; nothing of it can be
 * written but /data and /tmp.
 */
const ENTER = `
set -e
mount --bind "$ROOT" "$ROOT"
for folder in usr lib lib64 bin etc dev proc; do
  [ -e "/$folder" ] || continue
  mkdir -p "$ROOT/$folder"
  mount --bind "/$folder" "$ROOT/$folder"
  [ $folder = dev ] || [ $folder = proc ] || mount -o remount,bind,ro "$ROOT/$folder"
done
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount -o remount,bind,ro "$ROOT"
exec chroot --userspec=${NOBODY}:${NOBODY} "$ROOT" /bin/sh -c 'cd /data && exec "$@"' sh "$@"`;

const lacksRoot = process.getuid?.() === 0 ? lacks('unshare') : 'only root can prepare the root folder';

/**
 * Not proven here, because it takes a container engine: the base image, the COPY instructions, the first stage
 * (its commands are those of the tests' own checkout), and what the engine does with HEALTHCHECK and VOLUME.
 */
describe('the container image, by the commands of the Dockerfile in a read-only root', {
  skip: lacksRoot,
}, () => {
  let folder = '';
  const root = () => join(folder, 'root');
  const enter = (command: readonly string[], env: Record<string, string>) =>
    [
      'unshare',
      ['--mount', 'sh', '-c', ENTER, 'sh', ...command],
      {
        env: {
          ...environment,
          ...env,
          ROOT: root(),
          DATA: join(folder, 'data'),
          PATH: '/opt/node:/opt/azulejo/node_modules/.bin:/usr/bin:/bin:/usr/sbin',
        },
      },
    ] as const;
  before(
    async () => {
      folder = await mkdtemp('/tmp/azulejo-image-');
      execFileSync('chmod', ['711', folder]);
      for (const path of ['root/opt/azulejo', 'root/opt/node', 'root/tmp', 'root/data', 'data', 'packed'])
        mkdirSync(join(folder, path), { recursive: true });
      chownSync(join(folder, 'data'), NOBODY, NOBODY);
      execFileSync('cp', [process.execPath, join(folder, 'root/opt/node/node')]);
      await pack(join(folder, 'packed'));
      const command = instruction(installStage, 'RUN').replaceAll('/tmp/packed', join(folder, 'packed'));
      const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
      const options = { cwd: join(root(), 'opt/azulejo'), env: { ...process.env, PATH } };
      await promisify(execFile)('sh', ['-c', command], options);
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

  it('runs as another account with a read-only root, is healthy, and stops by its signal', {
    timeout: PREPARED_MS,
  }, async () => {
    await withServer({ PUBLIC_URL: 'https://azulejo.example.org' }, async (ports) => {
      await run(health, ports);
      await assert.rejects(run(['touch', '/opt/azulejo/x'], {}), /Read-only/);
      await assert.rejects(run(health, { ...ports, HTTP_PORT: '1' }));
    });
  });

  it('is healthy with a certificate that does not name the container', { timeout: PREPARED_MS }, async () => {
    const data = join(folder, 'data');
    const { certificate, key } = await newOperatorsCertificate(data);
    for (const path of [certificate, key]) chownSync(path, NOBODY, NOBODY);
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

const asMutable = ([file, args, options]: readonly [string, readonly string[], object]) =>
  [file, [...args], options] as const;

/** Returns what a process prints until the words appear or it ends. */
async function firstOutput(child: ChildProcess, words: string): Promise<string> {
  let said = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(words)) resolve();
    });
  await Promise.race([promise, once(child, 'exit')]);
  return said;
}
