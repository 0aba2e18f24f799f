import type { PortalApplication } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toTime } from '../../../design/when.tsx';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { labelOf } from './data/types.ts';
import { HomeBadge, StateBadge } from './state-badge.tsx';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

export function ApplicationTable({ applications }: { applications: readonly PortalApplication[] }) {
  return (
    <ListTable columns={[t`Name`, t`Type`, t`Users`, t`Created`]} numbers={[t`Users`]}>
      {applications.map((application) => (
        <Row key={application.client_id} application={application} />
      ))}
    </ListTable>
  );
}

/** Returns the unit, which follows the number if there is no heading. */
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
        <Text size="xs" c="dimmed" className={classes.long ?? ''}>
          {namespace}
        </Text>
      </Table.Td>
      <Table.Td>{labelOf(type)}</Table.Td>
      <Table.Td
        className={classes.number ?? ''}
        data-unit={unitOf(application)}
        data-is-wide-only={type === 'manager' || undefined}
      >
        {type === 'manager' ? '–' : users.toLocaleString()}
      </Table.Td>
      <Table.Td>{day.format(toTime(created))}</Table.Td>
    </Table.Tr>
  );
}
