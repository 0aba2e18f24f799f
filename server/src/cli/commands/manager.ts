import type { PortalApplicationDetail } from '@azulejo/contract';
import type { Command } from 'commander';
import { allApplications, findManager } from '../portal/find.ts';
import { onPortal } from '../run.ts';
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
      onPortal(async ({ portal }) => {
        const all = await allApplications(portal, 'manager');
        const rows = all.map(({ name, namespace, state, templates, webhooks = [], client_id }) => [
          name,
          namespace,
          state,
          templates.length,
          webhooks.length,
          client_id,
        ]);
        const headings = ['NAME', 'NAMESPACE', 'STATE', 'TEMPLATES', 'WEBHOOKS', 'CLIENT ID'];
        return { data: all.map(toRecord), text: list(headings, rows, 'There are no managers.') };
      }),
    );
  group
    .command('show <manager>')
    .description('Show one manager, by client_id or namespace.')
    .action(
      onPortal(async ({ portal }, id: string) => {
        const manager = await findManager(portal, id);
        return { data: toRecord(manager), text: showManager(manager) };
      }),
    );
  addAccounts(group);
  addSigningKey(group);
}

/** Returns the addresses that the platform calls, by their names. */
const webhooksOf = ({ webhooks = [] }: PortalApplicationDetail): Readonly<Record<string, string>> =>
  Object.fromEntries(webhooks.map(({ name, url }) => [name, url]));

const toRecord = (manager: PortalApplicationDetail) => ({
  client_id: manager.client_id,
  name: manager.name,
  namespace: manager.namespace,
  state: manager.state,
  templates: manager.templates,
  webhooks: webhooksOf(manager),
});

const showManager = (manager: PortalApplicationDetail): string =>
  [
    record(manager.name, {
      client_id: manager.client_id,
      namespace: manager.namespace,
      state: manager.state,
      ...webhooksOf(manager),
    }),
    list(
      ['TEMPLATE', 'NAME'],
      manager.templates.map(({ id, name }) => [id, name]),
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
      onPortal(async ({ portal }, name: string) => {
        const { client_id: manager_id } = await findManager(portal, name);
        const { signing_key } = await portal.managers.signingKey({ manager_id });
        return { data: { signing_key }, text: signing_key };
      }),
    );
}
