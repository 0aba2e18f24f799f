import type { Command } from 'commander';
import type { ShownManager } from '../platform/ports.ts';
import { onPlatform, onPorts } from '../run.ts';
import { list, record } from '../text.ts';
import { addAccounts } from './manager-account.ts';

export function addManager(program: Command): void {
  const group = program
    .command('manager')
    .description('Managers, which connect the devices of a maker: their templates and webhooks.');
  group
    .command('list')
    .description('List all managers.')
    .action(
      onPorts(async ({ managers }) => {
        const all = await managers.list();
        const rows = all.map(({ name, namespace, state, templates, webhooks, id }) => [
          name,
          namespace,
          state,
          templates.length,
          Object.keys(webhooks).length,
          id,
        ]);
        const headings = ['NAME', 'NAMESPACE', 'STATE', 'TEMPLATES', 'WEBHOOKS', 'CLIENT ID'];
        return { data: all.map(toRecord), text: list(headings, rows, 'There are no managers.') };
      }),
    );
  group
    .command('show <manager>')
    .description('Show one manager, by client_id or namespace.')
    .action(
      onPorts(async ({ managers }, id: string) => {
        const manager = await managers.get(id);
        return { data: toRecord(manager), text: showManager(manager) };
      }),
    );
  addAccounts(group);
  addSigningKey(group);
}

const toRecord = ({ id, name, namespace, state, templates, webhooks }: ShownManager) => ({
  client_id: id,
  name,
  namespace,
  state,
  templates,
  webhooks,
});

const showManager = ({ id, name, namespace, state, templates, webhooks }: ShownManager): string =>
  [
    record(name, { client_id: id, namespace, state, ...webhooks }),
    list(
      ['TEMPLATE', 'NAME'],
      templates.map((template) => [template.id, template.name]),
      'No template is assigned to it. Assign one with `azulejo template assign`.',
    ),
  ].join('\n\n');

const HELP = `
Webhooks carry the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. A manager that
wants to check them needs this key. It changes with \`azulejo keys rotate\`; until the next rotation, webhooks are also
signed with the previous key.`;

function addSigningKey(manager: Command): void {
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
