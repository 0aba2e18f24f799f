import type { PortalUser } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { When } from '../../../design/when.tsx';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';

export function UserTable({ users }: { users: readonly PortalUser[] }) {
  return (
    <ListTable columns={[t`Name`, t`Application`, t`Last seen`, t`Created`]}>
      {users.map((user) => (
        <Row key={user.id} user={user} />
      ))}
    </ListTable>
  );
}

function Row({ user }: { user: PortalUser }) {
  const { id, name, email, state, application, last_seen: lastSeen, created } = user;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Group gap="xs">
          <Link to="/users/$userId" params={{ userId: id }} className={classes.name}>
            {name}
          </Link>
          <UserStateBadge state={state} />
        </Group>
        <Text size="xs" c="dimmed" className={classes.long ?? ''}>
          {email}
        </Text>
      </Table.Td>
      <Table.Td>{application.name}</Table.Td>
      <Table.Td data-label={t`Seen`}>{lastSeen === null ? t`never` : <When at={lastSeen} />}</Table.Td>
      <Table.Td data-label={t`Created`}>
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Shown only for a disabled user. */
export function UserStateBadge({ state }: { state: PortalUser['state'] }) {
  if (state === 'active') return null;
  return (
    <Badge color="red" variant="light">
      <Trans context="user">Disabled</Trans>
    </Badge>
  );
}
