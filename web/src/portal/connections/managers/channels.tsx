import type { PortalManagerChannel, PortalManagerUser } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import tables from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './managers.module.css';
import { channelsQuery, usersQuery } from './queries.ts';

type Props = { managerId: string; count: number; isCounted: boolean };

const channelsText = (count: number, isCounted: boolean): string =>
  isCounted
    ? plural(count, {
        one: '# channel, sorted by kind of device.',
        other: '# channels, sorted by kind of device.',
      })
    : plural(count, { other: '# or more channels, sorted by kind of device.' });

const peopleText = (count: number, isCounted: boolean): string =>
  isCounted
    ? plural(count, {
        one: '# person has devices of this manager.',
        other: '# people have devices of this manager.',
      })
    : plural(count, { other: '# or more people have devices of this manager.' });

/** Lists the channels that the manager created, in pages. */
export function Channels({ managerId, count, isCounted }: Props) {
  const list = useInfiniteQuery(channelsQuery(usePortal(), managerId));
  const channels = list.data?.pages.flatMap((page) => page.channels) ?? [];
  return (
    <Section title={t`Channels`} text={channelsText(count, isCounted)}>
      <PagedList
        list={list}
        label={t`Loading channels`}
        isEmpty={channels.length === 0}
        found={undefined}
        nothing={
          <Text size="sm">
            <Trans>It has created no channels yet.</Trans>
          </Text>
        }
      >
        <ListTable columns={[t`Channel`, t`Kind`, t`People`, t`Created`]} numbers={[t`People`]} isBare>
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
        <Anchor
          renderRoot={(props) => <Link to="/messages" search={{ channel: id }} {...props} />}
          underline="always"
        >
          {name}
        </Anchor>
        {remoteKey !== null && (
          <Text size="xs" c="dimmed">
            {remoteKey}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{template.name}</Table.Td>
      <Table.Td
        className={tables.number ?? ''}
        data-unit={plural(users, { one: ' person', other: ' people' })}
      >
        {users.toLocaleString()}
      </Table.Td>
      <Table.Td data-label={t`Created`}>
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Lists the users who have channels of the manager, in pages. */
export function Users({ managerId, count, isCounted }: Props) {
  const list = useInfiniteQuery(usersQuery(usePortal(), managerId));
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <Section title={t`People`} text={peopleText(count, isCounted)}>
      <PagedList
        list={list}
        label={t`Loading people`}
        isEmpty={users.length === 0}
        found={undefined}
        nothing={
          <Text size="sm">
            <Trans>Nobody has added a device of this manager yet.</Trans>
          </Text>
        }
      >
        <ListTable columns={[t`Name`, t`Channels`]} numbers={[t`Channels`]} isBare>
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
      <Table.Td
        className={tables.number ?? ''}
        data-unit={plural(channels, { one: ' channel', other: ' channels' })}
      >
        {channels.toLocaleString()}
      </Table.Td>
    </Table.Tr>
  );
}
