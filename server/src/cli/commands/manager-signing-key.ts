import type { Command } from 'commander';
import { onPlatform } from '../run.ts';

const HELP = `
Webhooks carry the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. A manager that
wants to check them needs this key. It changes with \`azulejo keys rotate\`; until the next rotation, webhooks are also
signed with the previous key.`;

export function addSigningKey(manager: Command): void {
  manager
    .command('signing-key <manager>')
    .description('Show the key with which webhooks to a manager are signed.')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features: { applications, managerWebhooks, webhookKeyOf } }, name: string) => {
        const { client } = await managerWebhooks.get((await applications.get(name)).id);
        const key = await webhookKeyOf(client.id);
        return { data: { signing_key: key }, text: key };
      }),
    );
}
