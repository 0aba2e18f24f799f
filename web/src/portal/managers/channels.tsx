import type { PortalManagerChannel, PortalManagerUser } from '@azulejo/contract';
import { Anchor, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../../design/counted.ts';
import { When } from '../../design/when.tsx';
import tables from '../parts/list-table.module.css';
import { ListTable } from '../parts/list-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { Section } from '../parts/section.tsx';
import { usePortal } from '../session/portal.ts';
import classes from './managers.module.css';
import { channelsQuery, usersQuery } from './queries.ts';

type Props = { managerId: string; count: number; isCounted: boolean };

const countText = (count: number, one: string, several: string, isCounted: boolean): string =>
  `${counted(count, one, several)}${isCounted ? '' : ' or more'}`;

/** The channels that the manager created, in pages. */
export function Channels({ managerId, count, isCounted }: Props) {
  const list = useInfiniteQuery(channelsQuery(usePortal(), managerId));
  const channels = list.data?.pages.flatMap((page) => page.channels) ?? [];
  return (
    <Section
      title="Channels"
      text={`${countText(count, 'channel', 'channels', isCounted)}, sorted by kind of device.`}
    >
      <PagedList
        list={list}
        label="Loading channels"
        isEmpty={channels.length === 0}
        found={undefined}
        nothing={<Text size="sm">It has created no channels yet.</Text>}
      >
        <ListTable columns={['Channel', 'Kind', 'People', 'Created']} numbers={['People']} isBare>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ListTable>
      </PagedList>
    </Section>
  );
}

function ChannelRow({ channel }: { channel: PortalManagerChannel }) {
  const { id, name, template, remote_key: remoteKey, users, created } = channel;
  return (
    <Table.Tr>
      <Table.Td className={classes.wrap ?? ''}>
        <Anchor component={Link} to="/messages" search={{ channel: id } as never} underline="always">
          {name}
        </Anchor>
        {remoteKey !== null && (
          <Text size="xs" c="dimmed">
            {remoteKey}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{template.name}</Table.Td>
      <Table.Td className={tables.number ?? ''} data-unit={users === 1 ? ' person' : ' people'}>
        {users.toLocaleString()}
      </Table.Td>
      <Table.Td data-label="Created">
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The users who have channels of the manager, in pages. */
export function Users({ managerId, count, isCounted }: Props) {
  const list = useInfiniteQuery(usersQuery(usePortal(), managerId));
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <Section
      title="People"
      text={`${countText(count, 'person has', 'people have', isCounted)} devices of this manager.`}
    >
      <PagedList
        list={list}
        label="Loading people"
        isEmpty={users.length === 0}
        found={undefined}
        nothing={<Text size="sm">Nobody has added a device of this manager yet.</Text>}
      >
        <ListTable columns={['Name', 'Channels']} numbers={['Channels']} isBare>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ListTable>
      </PagedList>
    </Section>
  );
}

function UserRow({ user: { id, name, email, channels } }: { user: PortalManagerUser }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.wrap ?? ''}>
        <Anchor component={Link} to={`/users/${id}`} underline="always">
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </Table.Td>
      <Table.Td className={tables.number ?? ''} data-unit={channels === 1 ? ' channel' : ' channels'}>
        {channels.toLocaleString()}
      </Table.Td>
    </Table.Tr>
  );
}
