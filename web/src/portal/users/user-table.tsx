import type { PortalUser } from '@azulejo/contract';
import { Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { When } from '../../design/when.tsx';
import classes from './user-table.module.css';

/** On a phone each row is a card of its own. */
export function UserTable({ users }: { users: readonly PortalUser[] }) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="sm" horizontalSpacing="md" className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Application</Table.Th>
            <Table.Th>Last seen</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
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
        <Text size="xs" c="dimmed" className={classes.email ?? ''}>
          {email}
        </Text>
      </Table.Td>
      <Table.Td>{application.name}</Table.Td>
      <Table.Td data-label="Seen">{lastSeen === null ? 'never' : <When at={lastSeen} />}</Table.Td>
      <Table.Td data-label="Created">
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Said where it is not as usual. */
export function UserStateBadge({ state }: { state: PortalUser['state'] }) {
  if (state === 'active') return null;
  return (
    <Badge color="red" variant="light">
      Disabled
    </Badge>
  );
}
