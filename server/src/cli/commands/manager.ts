import type { Command } from 'commander';
import type { ShownManager } from '../platform/ports.ts';
import { onPorts } from '../run.ts';
import { list, record } from '../text.ts';
import { addAccounts } from './manager-account.ts';
import { addSigningKey } from './manager-signing-key.ts';

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
