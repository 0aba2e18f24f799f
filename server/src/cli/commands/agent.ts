import type { AgentDefinition, Rehearsal } from '@azulejo/contract';
import type { Command } from 'commander';
import type { Features } from '../../app/features.ts';
import type { User } from '../../people/users/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findUser } from '../find-user.ts';
import { dayCount } from '../options.ts';
import { createProgress } from '../progress.ts';
import type { ReadDefinition } from '../read-definition.ts';
import { onPlatform } from '../run.ts';
import {
  showAgent,
  showAgents,
  showCheck,
  showRehearsal,
  showReplacement,
  toProblems,
} from './agent-answers.ts';

type Owner = { readonly user: string; readonly application?: string };
type Checked = Owner & { readonly agent?: string };
type Replacing = Owner & { readonly apply?: boolean };
type Rehearsed = Checked & { readonly days: number };

/** The command line is in English, regardless of the user's language. */
const LANGUAGE = 'en';
const DEFAULT_DAYS = 7;

const HELP = `
AGENT is an id from \`azulejo agent list\`. A file contains one definition as JSON; docs/agents.md describes it.
A rehearsal runs the definition over what really happened in the home. It stores and sends nothing.

Examples:
  $ azulejo agent list --user ana@demo.example
  $ azulejo agent check hall-light.json --user ana@demo.example
  $ azulejo agent rehearse hall-light.json --user ana@demo.example --days 30
  $ azulejo agent rehearse --agent 3f1d2c7e-… --user ana@demo.example
  $ azulejo agent replace-device 0d8f4dc2-… 7c2f8b1e-… --user ana@demo.example`;

export function addAgent(program: Command): void {
  const group = program
    .command('agent')
    .description('Automations of users: when something happens, only if something is true, then run steps.')
    .addHelpText('after', HELP);
  ofUser(group.command('list').description('List a user’s automations in words.')).action(
    onPlatform(async ({ features }, owner: Owner) => {
      const { id } = await findUser(features, owner.user, owner.application);
      const [{ agent }, stored] = await Promise.all([
        features.describeAgents(id, LANGUAGE),
        features.agents.list(id),
      ]);
      return showAgents(stored.map(agent));
    }),
  );
  ofUser(
    group.command('show <agent>').description('Show an automation in words, and what is wrong with it.'),
  ).action(
    onPlatform(async ({ features }, id: string, owner: Owner) => {
      const user = await findUser(features, owner.user, owner.application);
      const stored = await findAgent(features, user, id);
      const { agent } = await features.describeAgents(user.id, LANGUAGE);
      return showAgent(agent(stored));
    }),
  );
  addCheck(group);
  addRehearse(group);
  addReplaceDevice(group);
}

const ofUser = (command: Command): Command =>
  command
    .requiredOption('--user <user>', 'whose automations: id or e-mail')
    .option('--application <application>', 'application of the user, if several have this e-mail');

const REPLACED = 'the automation that the file would replace';

function addCheck(group: Command): void {
  ofUser(group.command('check <file>').description('Check a definition without storing it.'))
    .option('--agent <agent>', REPLACED)
    .addHelpText('after', '\nThe exit code is 1 if the definition has an error.')
    .action(
      onPlatform(async ({ features }, file: string, { agent, ...owner }: Checked) => {
        const user = await findUser(features, owner.user, owner.application);
        if (agent !== undefined) await findAgent(features, user, agent);
        const { definition, faults } = await read(file);
        if (!definition) return showCheck(file, { problems: toProblems(faults) });
        const { home, sentences } = await features.describeAgents(user.id, LANGUAGE);
        return showCheck(file, await features.agentCheck(home, { definition, id: agent, sentences }));
      }),
    );
}

function addRehearse(group: Command): void {
  ofUser(
    group
      .command('rehearse [file]')
      .description('Show what a definition would have done in the last days. Nothing is stored or sent.'),
  )
    .option('--agent <agent>', `rehearse this stored automation; with a file, ${REPLACED}`)
    .option('--days <n>', 'how many days to look back, 1 to 30', dayCount, DEFAULT_DAYS)
    .action(
      onPlatform(async ({ features, isJson }, file: string | undefined, options: Rehearsed) => {
        const { agent: agentId, days } = options;
        const user = await findUser(features, options.user, options.application);
        const stored = agentId === undefined ? undefined : await findAgent(features, user, agentId);
        const definition = file === undefined ? stored?.definition : await requireDefinition(file);
        if (!definition) throw new Refusal('name a file with a definition, or an automation with --agent');
        const running = features.rehearsals.rehearse(user.id, {
          definition,
          agentId,
          days,
          language: LANGUAGE,
          signal: new AbortController().signal,
        });
        return showRehearsal(definition.label, await finish(running, isJson), days);
      }),
    );
}

function addReplaceDevice(group: Command): void {
  ofUser(
    group
      .command('replace-device <from> <to>')
      .description(
        'Show which automations name a device, and whether another one fits. Both are channel ids.',
      ),
  )
    .option('--apply', 'change the automations that fit')
    .addHelpText('after', '\nThe exit code is 1 if an automation does not fit.')
    .action(
      onPlatform(async ({ features }, from: string, to: string, { apply = false, ...owner }: Replacing) => {
        const { id } = await findUser(features, owner.user, owner.application);
        const wanted = { from, to, applies: apply, author: {}, language: LANGUAGE };
        return showReplacement(await features.replaceDeviceInAgents(id, wanted));
      }),
    );
}

/** Returns the result of a rehearsal, and prints to stderr how far it is. */
async function finish(
  running: ReturnType<Features['rehearsals']['rehearse']>,
  isQuiet: boolean,
): Promise<Rehearsal> {
  const progress = createProgress({ isQuiet });
  for (;;) {
    const step = await running.next();
    if (step.done) return step.value;
    const { done, count } = step.value;
    progress(`Rehearsing: ${Math.round(done * 100)} %, ${count} runs`);
  }
}

async function read(file: string): Promise<ReadDefinition> {
  const { readDefinition } = await import('../read-definition.ts');
  return readDefinition(file);
}

async function requireDefinition(file: string): Promise<AgentDefinition> {
  const { definition, faults } = await read(file);
  if (definition) return definition;
  const { Problem } = await import('../../platform/problem.ts');
  throw new Problem('invalid_agent', { fields: faults });
}

async function findAgent({ agents }: Features, user: User, id: string) {
  const found = (await agents.list(user.id)).find((each) => each.id === id);
  if (!found) throw new Refusal(`${user.name} has no automation "${id}": see \`azulejo agent list\``);
  return found;
}
