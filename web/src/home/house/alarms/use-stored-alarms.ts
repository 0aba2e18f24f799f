import type { Alarm as StoredAlarm } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import type { Alarm } from './use-alarms.ts';

/** Interval at which the page learns that somebody else acknowledged an alarm. */
const SEEN_MS = 10_000;
/** All active alarms are among this many latest ones. */
const PAGE_SIZE = 100;

/** Returns what the platform stores about active alarms, by their key, and how to acknowledge one. */
export function useStoredAlarms(alarms: readonly Alarm[]) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keys = alarms.map(({ key }) => key).sort();
  const { data } = useQuery({
    queryKey: ['alarms', 'active', ...keys],
    queryFn: ({ signal }) => client.alarms.list({ page_size: PAGE_SIZE }, { signal }),
    enabled: keys.length > 0,
    refetchInterval: SEEN_MS,
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string) => {
      if ((await askGuard('alarm')) !== false) await client.alarms.see({ alarm_id: id });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['alarms'] }),
  });
  const active = (data?.elements ?? []).filter(({ ended }) => ended === undefined);
  const stored: ReadonlyMap<string, StoredAlarm> = new Map(
    active.map((each) => [valueKey(each.channel, each.component, each.property), each]),
  );
  return { stored, see: mutate, isPending };
}
