import type { AutomationDefinition, PortalUser, Rehearsal } from '@azulejo/contract';
import type { Command } from 'commander';
import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import { dayCount } from '../options.ts';
import { findUser } from '../portal/find.ts';
import { createProgress } from '../progress.ts';
import type { ReadDefinition } from '../read-definition.ts';
import { onMachine } from '../run.ts';
import {
  showAutomation,
  showAutomations,
  showCheck,
  showRehearsal,
  showReplacement,
  toProblems,
} from './automation-answers.ts';

type Owner = { readonly user: string; readonly application?: string };
type Checked = Owner & { readonly automation?: string };
type Replacing = Owner & { readonly apply?: boolean };
type Rehearsed = Checked & { readonly days: number };

/** The command line is in English, regardless of the user's language. */
const LANGUAGE = 'en';
const DEFAULT_DAYS = 7;

const HELP = `
AUTOMATION is an id from \`azulejo automation list\`.
A file contains one definition as JSON; the server describes it at /docs/guides/automations.
A rehearsal runs the definition over what really happened in the home. It stores and sends nothing.

Examples:
  $ azulejo automation list --user ana@demo.example
  $ azulejo automation check hall-light.json --user ana@demo.example
  $ azulejo automation rehearse hall-light.json --user ana@demo.example --days 30
  $ azulejo automation rehearse --automation 3f1d2c7e-… --user ana@demo.example
  $ azulejo automation replace-device 0d8f4dc2-… 7c2f8b1e-… --user ana@demo.example`;

export function addAutomation(program: Command): void {
  const group = program
    .command('automation')
    .description('Automations of users: when something happens, only if something is true, then run steps.')
    .addHelpText('after', HELP);
  ofUser(group.command('list').description('List a user’s automations in words.')).action(
    onMachine(async ({ portal, here: { features } }, owner: Owner) => {
      const { id } = await findUser(portal, owner.user, owner.application);
      const [{ automation }, stored] = await Promise.all([
        features.describeAutomations(id, LANGUAGE),
        features.automations.list(id),
      ]);
      return showAutomations(stored.map(automation));
    }),
  );
  ofUser(
    group.command('show <automation>').description('Show an automation in words, and what is wrong with it.'),
  ).action(
    onMachine(async ({ portal, here: { features } }, id: string, owner: Owner) => {
      const user = await findUser(portal, owner.user, owner.application);
      const stored = await findAutomation(features, user, id);
      const { automation } = await features.describeAutomations(user.id, LANGUAGE);
      return showAutomation(automation(stored));
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
    .option('--automation <automation>', REPLACED)
    .addHelpText('after', '\nThe exit code is 1 if the definition has an error.')
    .action(
      onMachine(async ({ portal, here: { features } }, file: string, { automation, ...owner }: Checked) => {
        const user = await findUser(portal, owner.user, owner.application);
        if (automation !== undefined) await findAutomation(features, user, automation);
        const { definition, faults } = await read(file);
        if (!definition) return showCheck(file, { problems: toProblems(faults) });
        const { home, sentences } = await features.describeAutomations(user.id, LANGUAGE);
        return showCheck(
          file,
          await features.automationCheck(home, { definition, id: automation, sentences }),
        );
      }),
    );
}

function addRehearse(group: Command): void {
  ofUser(
    group
      .command('rehearse [file]')
      .description('Show what a definition would have done in the last days. Nothing is stored or sent.'),
  )
    .option('--automation <automation>', `rehearse this stored automation; with a file, ${REPLACED}`)
    .option('--days <n>', 'how many days to look back, 1 to 30', dayCount, DEFAULT_DAYS)
    .action(
      onMachine(
        async ({ portal, here: { features }, isJson }, file: string | undefined, options: Rehearsed) => {
          const { automation: automationId, days } = options;
          const user = await findUser(portal, options.user, options.application);
          const stored =
            automationId === undefined ? undefined : await findAutomation(features, user, automationId);
          const definition = file === undefined ? stored?.definition : await requireDefinition(file);
          if (!definition)
            throw new Refusal('name a file with a definition, or an automation with --automation');
          const running = features.rehearsals.rehearse(user.id, {
            definition,
            automationId,
            days,
            language: LANGUAGE,
            signal: new AbortController().signal,
          });
          return showRehearsal(definition.label, await finish(running, isJson), days);
        },
      ),
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
      onMachine(
        async (
          { portal, here: { features } },
          from: string,
          to: string,
          { apply = false, ...owner }: Replacing,
        ) => {
          const { id } = await findUser(portal, owner.user, owner.application);
          const wanted = { from, to, applies: apply, author: {}, language: LANGUAGE };
          return showReplacement(await features.replaceDeviceInAutomations(id, wanted));
        },
      ),
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

async function requireDefinition(file: string): Promise<AutomationDefinition> {
  const { definition, faults } = await read(file);
  if (definition) return definition;
  const { ApiError } = await import('../../platform/api-error.ts');
  throw new ApiError('invalid_automation', { fields: faults });
}

async function findAutomation({ automations }: Features, user: PortalUser, id: string) {
  const found = (await automations.list(user.id)).find((each) => each.id === id);
  if (!found) throw new Refusal(`${user.name} has no automation "${id}": see \`azulejo automation list\``);
  return found;
}
