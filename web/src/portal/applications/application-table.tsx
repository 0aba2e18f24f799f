import type { PortalApplication } from '@azulejo/contract';
import { Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toTime } from '../../design/when.tsx';
import classes from './application-table.module.css';
import { HomeBadge, StateBadge } from './state-badge.tsx';
import { labelOf } from './types.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** On a phone each row is a card of its own. */
export function ApplicationTable({ applications }: { applications: readonly PortalApplication[] }) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="sm" horizontalSpacing="md" className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th className={classes.number ?? ''}>Users</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {applications.map((application) => (
            <Row key={application.client_id} application={application} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Said beside the number where there is no heading. */
const unitOf = ({ type, users }: PortalApplication) =>
  type === 'manager' ? undefined : users === 1 ? ' user' : ' users';

function Row({ application }: { application: PortalApplication }) {
  const { client_id: applicationId, name, type, namespace, state, users, created } = application;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Group gap="xs">
          <Link to="/applications/$applicationId" params={{ applicationId }} className={classes.name}>
            {name}
          </Link>
          {application.is_home && <HomeBadge />}
          <StateBadge state={state} />
        </Group>
        <Text size="xs" c="dimmed" className={classes.namespace ?? ''}>
          {namespace}
        </Text>
      </Table.Td>
      <Table.Td>{labelOf(type)}</Table.Td>
      <Table.Td className={classes.number ?? ''} data-unit={unitOf(application)}>
        {type === 'manager' ? '–' : users.toLocaleString()}
      </Table.Td>
      <Table.Td>{day.format(toTime(created))}</Table.Td>
    </Table.Tr>
  );
}
