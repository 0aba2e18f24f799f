import type { Command } from 'commander';
import { addressOf, type TargetOptions } from './target.ts';

/** Commands that also work with a server elsewhere, through the portal's API. */
const remoteCommands: ReadonlySet<string> = new Set([
  'application create',
  'application list',
  'application show',
  'application update',
  'application rotate-secret',
  'application enable',
  'application disable',
  'application link',
  'application unlink',
  'application delete',
  'user list',
  'user enable',
  'user disable',
  'user reset-link',
  'servers',
  'template list',
  'template show',
  'template export',
  'template import',
  'template assign',
  'template release',
  'manager list',
  'manager show',
  'manager account set',
  'manager account list',
  'manager account remove',
  'manager signing-key',
  'bridge add',
  'bridge list',
  'bridge set',
  'bridge share',
  'bridge unshare',
  'bridge remove',
  'device create',
  'device list',
  'device rotate-secret',
  'device remove',
  'channel create',
  'doctor',
]);

/** Commands that set up this machine, whichever server the others use. Only --url contradicts them. */
const machineCommands: ReadonlySet<string> = new Set(['start', 'setup', 'install-service']);

/**
 * Commands that work on the machine of the server, or with a server that these options of their own name. Only --url
 * contradicts the options.
 */
const ownTargets: ReadonlyMap<string, readonly string[]> = new Map([['simulate', ['server', 'credentials']]]);

/** Commands that work with no platform. */
const independentCommands: ReadonlySet<string> = new Set([
  'settings',
  'template check',
  'login',
  'logout',
  'profile list',
  'profile use',
  'backup-key',
]);

const REMOTE_HELP = '\nWorks with a server on another machine: --url, or `azulejo login`.';

function localHelp(name: string): string {
  const options = ownTargets.get(name)?.map((option) => `--${option}`);
  return `\nRuns on the machine of the server${options ? `, or elsewhere with ${options.join(' and ')}` : ''}.`;
}

/** Adds to the help of each command where it works, and refuses commands that need the machine elsewhere. */
export function separateRemote(program: Command): void {
  for (const [name, command] of leavesOf(program)) {
    if (remoteCommands.has(name)) command.addHelpText('after', REMOTE_HELP);
    else if (!isIndependent(name)) command.addHelpText('after', localHelp(name));
  }
  program.hook('preAction', async (_program, command) => {
    const name = nameOf(command);
    if (remoteCommands.has(name) || isIndependent(name)) return;
    const options = command.optsWithGlobals<TargetOptions>();
    const targets = ownTargets.get(name);
    const isElsewhere = targets?.every((option) => command.getOptionValue(option) !== undefined);
    if ((machineCommands.has(name) || isElsewhere) && options.url === undefined) return;
    const address = await addressOf(options);
    if (!address) return;
    command.error(
      `error: \`azulejo ${name}\` runs only on the machine of the server, and ${address.source} names ${address.url}: run it there, or add --local for this machine`,
      { exitCode: 2, code: 'azulejo.local' },
    );
  });
}

/** Returns the sentence of the help that lists the commands. */
export function remoteCommandList(): string {
  const groups = Map.groupBy(remoteCommands, (name) => name.split(' ')[0] ?? '');
  return [...groups]
    .map(([group, names]) => {
      const verbs = names.map((name) => name.slice(group.length + 1)).filter((verb) => verb !== '');
      return `  ${verbs.length === 0 ? group : `${group} ${verbs.join(', ')}`}`;
    })
    .join('\n');
}

const isIndependent = (name: string): boolean =>
  independentCommands.has(name) || independentCommands.has(name.split(' ')[0] ?? '');

function nameOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name());
  return names.join(' ');
}

function leavesOf(command: Command): [string, Command][] {
  if (command.commands.length === 0) return [[nameOf(command), command]];
  return command.commands.flatMap(leavesOf);
}
