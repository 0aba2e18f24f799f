import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { EmptyState } from '../../../design/states.tsx';
import { filterEntries, isFiltered, noFilter } from './filter.ts';
import { MessagesList } from './list.tsx';
import classes from './messages.module.css';
import { ScopeChoice, useScope } from './scope.tsx';
import type { Entry, MessagesStore } from './store.ts';
import { MessagesToolbar } from './toolbar.tsx';
import { type Connection, type Scope, useMessages } from './use-messages.ts';

/** Shows messages between the platform and its clients live. */
export function MessagesPage() {
  const scope = useScope();
  const { store, connection } = useMessages(scope);
  const { entries, waiting, isPaused } = useSyncExternalStore(store.subscribe, store.get);
  const [filter, setFilter] = useState(noFilter);
  const shown = useMemo(() => filterEntries(entries, filter), [entries, filter]);
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      <Group justify="space-between">
        <Group gap="md">
          <Title order={1}>
            <Trans>Messages</Trans>
          </Title>
          <State connection={connection} isPaused={isPaused} />
        </Group>
        <ScopeChoice scope={scope} name={nameOf(scope, entries)} />
      </Group>
      <MessagesToolbar
        filter={filter}
        onFilter={setFilter}
        isPaused={isPaused}
        waiting={waiting}
        onPause={store.pause}
        onClear={store.clear}
      />
      <MessagesAnnouncer store={store} />
      {shown.length > 0 ? <MessagesList entries={shown} /> : <Nothing isFiltered={isFiltered(filter)} />}
    </Stack>
  );
}

const states = (): Readonly<Record<Connection, string>> => ({
  connecting: t`Connecting`,
  watching: t`Live`,
  interrupted: t`Connection lost. Reconnecting`,
  ended: t`Ended`,
});

function State({ connection, isPaused }: { connection: Connection; isPaused: boolean }) {
  const isLive = connection === 'watching' && !isPaused;
  return (
    <Text size="sm" className={classes.state ?? ''} data-live={isLive || undefined} role="status">
      {connection === 'watching' && isPaused ? t`Paused` : states()[connection]}
    </Text>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching messages yet`}>
        <Trans>Try fewer words, or remove the filters.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`Waiting for messages`}>
      <Trans>
        Messages of apps and devices appear here as they happen. Recent failures are kept and shown first.
      </Trans>
    </EmptyState>
  );
}

/** Returns the name of what is watched, as the messages contain it. */
function nameOf({ client_id, user_id, channel_id }: Scope, entries: readonly Entry[]): string | undefined {
  for (const entry of entries) {
    if (entry.kind === 'skipped') continue;
    const { party, channel } = entry.message;
    if (channel && channel.id === channel_id) return channel.name ?? undefined;
    if (party.id === (user_id ?? client_id) && party.name !== null) return party.name;
  }
  return undefined;
}

/** Interval of announcements, so that screen readers are not flooded. */
const EVERY_MS = 10_000;

/** Announces the number of new messages to screen readers, instead of every line. */
function MessagesAnnouncer({ store }: { store: MessagesStore }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let before = store.get();
    const timer = setInterval(() => {
      const now = store.get();
      const received = now.received - before.received;
      if (received > 0 && !now.isPaused) setText(sentence(received, now.failures - before.failures));
      before = now;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [store]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

function sentence(received: number, failures: number): string {
  const messages = plural(received, { one: '# new message', other: '# new messages' });
  if (failures === 0) return messages;
  return `${messages}, ${plural(failures, { one: '# failure', other: '# failures' })}`;
}
