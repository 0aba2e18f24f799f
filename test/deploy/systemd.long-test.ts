import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { lacks } from './programs.ts';

const checkout = join(import.meta.dirname, '..', '..');
/** The exposure that `systemd-analyze security` computes, from 0 (none) to 10. */
const MAX_EXPOSURE = 2;

const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
const main = join(checkout, 'server/src/cli/main.ts');
const azulejo = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...flags, main, ...args], { cwd: tmpdir() });

describe('azulejo install-service', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-systemd-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const options = ['install-service', '--user', 'daemon', '--data', '/srv/azulejo data'];

  it('prints a unit with the paths and the account of this installation', async () => {
    const { stdout } = await azulejo(...options, '--print');
    assert.match(stdout, /^User=daemon$/m);
    assert.match(stdout, /^Environment="DATA_DIR=\/srv\/azulejo data"$/m);
    assert.match(stdout, /^ReadWritePaths="\/srv\/azulejo data"$/m);
    assert.ok(stdout.includes(`ExecStart=${process.execPath} `));
  });

  it('escapes what systemd replaces in paths, and keeps dollar signs', async () => {
    const { stdout } = await azulejo(
      'install-service',
      '--print',
      ...['--data', '/srv/50% $$a$&', '--settings', '/etc/50%$$.env', '--user', 'a$$b'],
    );
    assert.ok(stdout.includes('\nUser=a$$b\n'));
    assert.ok(stdout.includes('\nEnvironmentFile=-/etc/50%%$$.env\n'));
    assert.ok(stdout.includes('\nWorkingDirectory=/srv/50%% $$a$&\n'));
    assert.ok(stdout.includes('\nEnvironment="DATA_DIR=/srv/50%% $$a$&"\n'));
    assert.ok(stdout.includes('\nReadWritePaths="/srv/50%% $$a$&"\n'));
  });

  it('writes the unit as root, says what to run next, and refuses other accounts', async () => {
    const file = join(folder, 'azulejo.service');
    const written = azulejo('install-service', '--file', file);
    if (process.getuid?.() === 0) {
      assert.match((await written).stdout, /systemctl enable --now azulejo/);
      assert.match(await readFile(file, 'utf8'), /^ExecStart=/m);
    } else await assert.rejects(written, /only root can write .*: use sudo, or --print/);
  });

  it('writes a unit that systemd accepts and finds well protected', {
    skip: lacks('systemd-analyze'),
  }, async () => {
    const file = join(folder, 'checked.service');
    const { stdout } = await azulejo('install-service', '--print');
    await promisify(execFile)('sh', ['-c', `cat > "$0" <<'END'\n${stdout}END`, file]);
    execFileSync('systemd-analyze', ['verify', file]);
    const output = execFileSync('systemd-analyze', ['security', '--offline=true', file], {
      encoding: 'utf8',
    });
    const exposure = Number(/Overall exposure level .*: ([\d.]+)/.exec(output)?.[1]);
    assert.ok(exposure <= MAX_EXPOSURE, output);
  });
});
