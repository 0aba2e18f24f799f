import type { HomeActivityList, TileGroup } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { arrange } from '../../devices/tiles/arrangement.ts';
import classes from './activity.module.css';
import type { ActivityKind, ActivitySearch } from './activity-search.ts';

type Props = {
  readonly search: ActivitySearch;
  readonly people: NonNullable<HomeActivityList['people']>;
  readonly me: string | undefined;
};

const kinds: readonly { readonly kind: ActivityKind | undefined; readonly label: MessageDescriptor }[] = [
  { kind: undefined, label: msg`All` },
  { kind: 'changes', label: msg`Changes` },
  { kind: 'reports', label: msg`Reports` },
  { kind: 'devices', label: msg`Devices` },
  { kind: 'alarms', label: msg`Alarms` },
];

/** Shows the filters. They are in the address, so that a filtered page can be kept and shared. */
export function ActivityFilters({ search, people, me }: Props) {
  const { tiles, groups } = useHome();
  const rooms = useMemo(() => arrange(tiles, groups).flatMap(roomOptions), [tiles, groups]);
  const navigate = useNavigate();
  const change = (changes: ActivitySearch) =>
    void navigate({ to: '/activity', search: { ...search, ...changes }, replace: true });
  return (
    <div className={classes.filters}>
      <nav aria-label={t`Kinds of activity`} className={classes.kinds}>
        {kinds.map(({ kind, label }) => (
          <Link
            key={kind ?? ''}
            to="/activity"
            search={{ ...search, kind }}
            replace
            aria-current={search.kind === kind ? 'true' : undefined}
            activeProps={{ 'aria-current': undefined }}
            className={classes.chip}
            data-chosen={search.kind === kind || undefined}
          >
            {i18n._(label)}
          </Link>
        ))}
        {search.kind === 'alarms' && (
          <Link to="/alarms" className={classes.chip}>
            <Trans>From start to end</Trans>
          </Link>
        )}
      </nav>
      <NativeSelect
        aria-label={t`Room`}
        className={classes.select}
        value={search.room ?? ''}
        data={[{ value: '', label: t`All rooms` }, ...rooms]}
        onChange={({ currentTarget }) => change({ room: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={t`Person`}
        className={classes.select}
        value={search.person ?? ''}
        data={[
          { value: '', label: t`Everyone` },
          ...people.map(({ id, name }) => ({ value: id, label: id === me ? t`${name} (you)` : name })),
        ]}
        onChange={({ currentTarget }) => change({ person: currentTarget.value || undefined })}
      />
    </div>
  );
}

type Arranged = { readonly group: TileGroup; readonly groups: readonly { readonly group: TileGroup }[] };

const roomOptions = ({ group, groups }: Arranged) => [
  { value: group.id, label: group.label },
  ...groups.map((inner) => ({ value: inner.group.id, label: `${group.label} › ${inner.group.label}` })),
];
