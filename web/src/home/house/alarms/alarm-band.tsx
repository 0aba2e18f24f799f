import type { Alarm as StoredAlarm } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConditionIcon } from '../../../tiles/kind-icon.tsx';
import { useSession } from '../../data/session/session.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import { usePageTitleStore } from '../../kit/ui/page-title.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import classes from './alarm-band.module.css';
import { seenText } from './alarm-text.ts';
import { type Alarm, useAlarms } from './use-alarms.ts';

/** Maximum number of rows; more would leave no room for the page on a phone. */
const MAX_ROWS = 3;

/** Shows active alarms of the home above every page. Acknowledged ones stay as a calm line until they end. */
export function AlarmBand() {
  const all = useAlarms();
  const { stored, see, isPending } = useStoredAlarms(all);
  const isSeen = ({ key }: Alarm) => stored.get(key)?.seen !== undefined;
  const unseen = all.filter((alarm) => !isSeen(alarm));
  const alarms = [...unseen, ...all.filter(isSeen)];
  const { nameAlarms } = usePageTitleStore();
  const texts = unseen.map(({ text }) => text).join(', ');
  useEffect(() => {
    nameAlarms(texts);
    return () => nameAlarms('');
  }, [texts, nameAlarms]);
  useEffect(() => {
    showAppBadge(unseen.length);
  }, [unseen.length]);
  if (alarms.length === 0) return null;
  const more = alarms.length - MAX_ROWS;
  const isCalm = unseen.length === 0;
  return (
    <div className={classes.band} role={isCalm ? 'status' : 'alert'} data-calm={isCalm || undefined}>
      {alarms.slice(0, MAX_ROWS).map((alarm) => (
        <AlarmRow
          key={alarm.key}
          alarm={alarm}
          stored={stored.get(alarm.key)}
          isPending={isPending}
          onSeen={see}
        />
      ))}
      {more > 0 && (
        <p className={classes.more}>{plural(more, { one: '# more alarm', other: '# more alarms' })}</p>
      )}
      {isCalm && (
        <Link to="/alarms" className={classes.more}>
          <Trans>All alarms</Trans>
        </Link>
      )}
    </div>
  );
}

type RowProps = {
  readonly alarm: Alarm;
  readonly stored: StoredAlarm | undefined;
  readonly isPending: boolean;
  readonly onSeen: (id: string) => void;
};

/** Shows one alarm, with a link to its device. */
function AlarmRow({ alarm: { condition, tile, text }, stored, isPending, onSeen }: RowProps) {
  const reading = usePreferences();
  const { kind, since } = condition;
  const seen = stored?.seen;
  const device = tile.label;
  return (
    <div className={classes.row}>
      <Link
        to="/devices/$channelId"
        params={{ channelId: tile.channel }}
        className={classes.well}
        aria-label={t`Show ${device}`}
      >
        <ConditionIcon kind={kind} />
      </Link>
      <p className={classes.words}>
        <strong>{text}</strong>
        <span>
          {[
            since === undefined ? '' : t`Since ${{ time: formatSince(since, reading) }}`,
            device,
            seen ? seenText(seen, undefined, reading) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {stored && !seen && (
        <button
          type="button"
          className={classes.seen}
          disabled={isPending}
          aria-label={t`Seen: ${text}`}
          onClick={() => onSeen(stored.id)}
        >
          <Trans>Seen</Trans>
        </button>
      )}
    </div>
  );
}

/** Shows the number of unseen alarms on the icon of the installed app, where the browser can. */
function showAppBadge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {});
}

/** Interval at which the page learns that somebody else acknowledged an alarm. */
const SEEN_MS = 10_000;
/** All active alarms are among this many latest ones. */
const PAGE_SIZE = 100;

/** Returns what the platform stores about active alarms, by their key, and how to acknowledge one. */
function useStoredAlarms(alarms: readonly Alarm[]) {
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
