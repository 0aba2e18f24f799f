import { join } from 'node:path';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { onConfig } from '../run.ts';
import { list } from '../text.ts';

const HELP = `
Without SMTP_URL the server does not send mail. It stores the newest 500 as files in DATA_DIR/outbox.

Examples:
  $ azulejo outbox list
  $ azulejo outbox show            # the newest`;

export function addOutbox(program: Command): void {
  const group = program
    .command('outbox')
    .description('Mail that was stored instead of sent.')
    .addHelpText('after', HELP);
  group
    .command('list')
    .description('List mail, newest first.')
    .action(
      onConfig(async ({ config: { dataDir } }) => {
        const mails = await (await outboxIn(dataDir)).list();
        const rows = mails.map(({ name, to, subject, date }) => [name, to, subject, date]);
        return { data: mails, text: list(['NAME', 'TO', 'SUBJECT', 'DATE'], rows, 'There is no mail.') };
      }),
    );
  group
    .command('show [name]')
    .description('Show a mail as its recipient reads it; the newest by default.')
    .action(
      onConfig(async ({ config: { dataDir } }, given: string | undefined) => {
        const outbox = await outboxIn(dataDir);
        const name = given ?? (await outbox.list())[0]?.name;
        const text = name === undefined ? undefined : await outbox.show(name);
        if (text === undefined)
          throw new Refusal(given === undefined ? 'there is no mail' : `there is no mail "${given}"`);
        return { data: { name, text }, text: text.trimEnd() };
      }),
    );
}

async function outboxIn(dataDir: string) {
  const { openOutbox } = await import('../../platform/mail/index.ts');
  return openOutbox(join(dataDir, 'outbox'));
}
