import type { PortalMessage } from '@azulejo/contract';
import { useEffect, useState } from 'react';
import { usePortalConnection } from '../../session/portal.ts';
import { createMessagesStore, type MessagesStore } from './store.ts';

/** Says what is watched: everything when no member is set. */
export type Scope = { client_id?: string; user_id?: string; channel_id?: string };
export type Connection = 'connecting' | 'watching' | 'interrupted' | 'ended';

/** Watches messages from the time at which the page is opened. Another scope starts over. */
export function useMessages(scope: Scope): { store: MessagesStore; connection: Connection } {
  const { portal, openEvents } = usePortalConnection();
  const query = new URLSearchParams(scope).toString();
  const [store, setStore] = useState(createMessagesStore);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const own = createMessagesStore();
    setStore(own);
    setConnection('connecting');
    const source = openEvents(`/portal/api/messages?${query}`);
    source.addEventListener('watching', () => setConnection('watching'));
    source.addEventListener('message', ({ data }) => own.add(JSON.parse(data) as PortalMessage));
    source.addEventListener('skipped', ({ data }) => own.skip((JSON.parse(data) as { count: number }).count));
    source.addEventListener('error', () => {
      const hasEnded = source.readyState === source.CLOSED;
      setConnection(hasEnded ? 'ended' : 'interrupted');
      // An EventSource does not reveal a refusal; a request finds out whether the session has ended.
      if (hasEnded) portal.virtualDevices.list({ limit: 1 }).catch(() => undefined);
    });
    return () => source.close();
  }, [query, portal, openEvents]);
  return { store, connection };
}
