import type { PortalManager } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { When } from '../../../design/when.tsx';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { kindWords } from './labels.ts';
import { ManagerState } from './manager-state.tsx';

export function ManagerTable({ managers }: { managers: readonly PortalManager[] }) {
  return (
    <ListTable columns={[t`Manager`, t`Kind`, t`State`, t`Templates`, t`Last seen`]} numbers={[t`Templates`]}>
      {managers.map((manager) => (
        <Row key={manager.client_id} manager={manager} />
      ))}
    </ListTable>
  );
}

function Row({ manager }: { manager: PortalManager }) {
  const { client_id: managerId, name, namespace, kind, template_count: templates, last_seen: seen } = manager;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Link to="/managers/$managerId" params={{ managerId }} className={classes.name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" className={classes.long ?? ''}>
          {namespace}
        </Text>
      </Table.Td>
      <Table.Td>{kindWords()[kind].label}</Table.Td>
      <Table.Td>
        <ManagerState manager={manager} />
      </Table.Td>
      <Table.Td className={classes.number ?? ''} data-unit={templates === 1 ? ' template' : ' templates'}>
        {templates.toLocaleString()}
      </Table.Td>
      <Table.Td data-label={t`Seen`}>{seen === null ? 'never' : <When at={seen} />}</Table.Td>
    </Table.Tr>
  );
}
