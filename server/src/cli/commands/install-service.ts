import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { installation } from '../../config/installation.ts';
import { answering } from '../run.ts';

const HELP = `
Writes a hardened unit. It needs root, except with --print, which writes to standard output instead. The settings
of the service are lines of NAME=value in the file of --settings.

Examples:
  $ azulejo install-service --print
  $ sudo azulejo install-service --user azulejo --data /var/lib/azulejo`;

const UNIT_FILE = '/etc/systemd/system/azulejo.service';
const DEFAULT_DATA = '/var/lib/azulejo';

type Options = { user: string; data: string; settings: string; file: string; print?: true };

export function addInstallService(program: Command): void {
  program
    .command('install-service')
    .description('Write a systemd unit, which starts the server when the machine starts.')
    .option('--user <name>', 'the account that the server runs as', 'azulejo')
    .option('--data <folder>', 'the data directory', DEFAULT_DATA)
    .option('--settings <file>', 'the file with settings', '/etc/azulejo.env')
    .option('--file <file>', 'where to write the unit', UNIT_FILE)
    .option('--print', 'print the unit instead of writing it')
    .addHelpText('after', HELP)
    .action(
      answering(async (_globals, options: Options) => {
        const unit = renderUnit(options);
        if (options.print) return { data: { unit }, text: unit.trimEnd() };
        if (process.getuid?.() !== 0)
          throw new Error(`only root can write ${options.file}: use sudo, or --print to see the unit`);
        writeFileSync(options.file, unit, { mode: 0o644 });
        return { data: { file: options.file }, text: nextSteps(options) };
      }),
    );
}

/** Returns the unit of `deploy/` with the paths and the account of this installation. */
function renderUnit({ user, data, settings }: Options): string {
  const folder = resolve(data);
  const [program = '', ...args] = installation.startCommand;
  // In arguments, and only there, a dollar sign begins a variable (systemd.service 5).
  const command = [program, ...args.map((arg) => arg.replaceAll('$', () => '$$'))].map(quoted).join(' ');
  const inHome = [folder, ...installation.startCommand].some((path) =>
    /^\/(home|root|run\/user)\//.test(path),
  );
  // systemd creates its state directory; any other one exists, and has to be made writable.
  const state = folder === DEFAULT_DATA ? undefined : `ReadWritePaths=${quoted(folder)}`;
  const lines: readonly [pattern: RegExp, line: string | undefined][] = [
    [/^User=.*/m, `User=${withPercent(user)}`],
    [/^EnvironmentFile=.*/m, `EnvironmentFile=-${withPercent(resolve(settings))}`],
    [/^Environment=DATA_DIR=.*/m, `Environment=${quoted(`DATA_DIR=${folder}`)}`],
    [/^WorkingDirectory=.*/m, `WorkingDirectory=${withPercent(folder)}`],
    [/^ExecStart=.*/m, `ExecStart=${command}`],
    [/^ProtectHome=.*/m, `ProtectHome=${inHome ? 'read-only' : 'yes'}`],
    [/^StateDirectory=.*/m, state],
  ];
  const unit = readFileSync(installation.serviceFile, 'utf8').replace(/^(#.*\n)+/, '');
  // A function, because a dollar sign of a replacement text has a meaning too.
  return lines.reduce((text, [pattern, line]) => text.replace(pattern, (before) => line ?? before), unit);
}

/** Doubles percent signs, which begin a specifier of systemd (systemd.unit 5). */
const withPercent = (text: string): string => text.replaceAll('%', '%%');

/** Quotes a value for a unit where it needs it: quotes protect spaces (systemd.syntax 7). */
const quoted = (text: string): string =>
  /[\s"'\\]/.test(text) ? `"${withPercent(text).replace(/["\\]/g, '\\$&')}"` : withPercent(text);

function nextSteps({ file, user, data }: Options): string {
  return [
    `Wrote ${file}. Now run:`,
    '',
    `  id ${user} || useradd --system --shell /usr/sbin/nologin --home-dir ${data} ${user}`,
    ...(resolve(data) === DEFAULT_DATA ? [] : [`  install -d -o ${user} -m 700 ${data}`]),
    '  systemctl daemon-reload',
    '  systemctl enable --now azulejo',
    '  journalctl -u azulejo -f',
  ].join('\n');
}
