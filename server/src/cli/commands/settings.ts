import { styleText } from 'node:util';
import type { Command } from 'commander';
import { defaultText, settingGroups } from '../../config/definitions/index.ts';
import { answering } from '../run.ts';

const HELP = `
A setting is an environment variable, or a line in the file .env of the current folder.

Examples:
  $ azulejo settings
  $ azulejo settings | grep -A 1 MQTT`;

export function addSettings(program: Command): void {
  program
    .command('settings')
    .description('List every setting of the server, with its default and what it does.')
    .addHelpText('after', HELP)
    .action(answering(async () => ({ data: listSettings(), text: describeSettings() })));
}

const listSettings = () =>
  settingGroups.flatMap(({ title, settings }) =>
    Object.entries(settings).map(([name, definition]) => ({
      name,
      group: title,
      default: plain(defaultText(definition)),
      summary: plain(definition.summary),
    })),
  );

function describeSettings(): string {
  const groups = settingGroups.map(({ title, settings }) => {
    const entries = Object.entries(settings).map(
      ([name, definition]) =>
        `  ${styleText('bold', name)} (${plain(defaultText(definition))})\n    ${plain(definition.summary)}`,
    );
    return [styleText('underline', title), ...entries].join('\n');
  });
  return groups.join('\n\n');
}

/** Removes Markdown's code marks, which mean nothing on a terminal. */
const plain = (markdown: string): string => markdown.replaceAll('`', '');
