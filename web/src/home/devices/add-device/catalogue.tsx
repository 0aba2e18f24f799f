import type { TemplateSummary } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Group, Select, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { IconSearch } from '../../../design/icons.generated.ts';
import { EmptyState } from '../../../design/states.tsx';
import { kindText } from '../../../models/model-text.ts';
import classes from './catalogue.module.css';
import { isVirtual, matching, type Wanted } from './kinds.ts';

const ANY: Wanted = { text: '', kind: null, vendor: null };

/** Lists the kinds of devices that can be added, with a search by name, maker or kind. */
export function Catalogue({ kinds }: { kinds: readonly TemplateSummary[] }) {
  const [wanted, setWanted] = useState(ANY);
  const shown = matching(kinds, useDeferredValue(wanted));
  const change = (part: Partial<Wanted>) => setWanted((before) => ({ ...before, ...part }));
  return (
    <section aria-label={t`Kinds of device`}>
      <Filters kinds={kinds} wanted={wanted} onChange={change} />
      <Text size="sm" c="dimmed" my="sm" role="status">
        <Plural value={shown.length} one="# kind of device" other="# kinds of device" />
      </Text>
      {shown.length === 0 && (
        <EmptyState
          title={t`No matches`}
          action={
            <Anchor component="button" type="button" onClick={() => setWanted(ANY)}>
              <Trans>Show all</Trans>
            </Anchor>
          }
        >
          <Trans>Try fewer words, or another kind or maker.</Trans>
        </EmptyState>
      )}
      <ul className={classes.kinds}>
        {shown.map((kind) => (
          <KindItem key={kind.id} kind={kind} />
        ))}
      </ul>
    </section>
  );
}

type FiltersProps = {
  kinds: readonly TemplateSummary[];
  wanted: Wanted;
  onChange: (part: Partial<Wanted>) => void;
};

function Filters({ kinds, wanted, onChange }: FiltersProps) {
  const valuesOf = (name: 'kind' | 'vendor') => [...new Set(kinds.map((each) => each[name]))].sort();
  return (
    <Group grow gap="sm" className={classes.filters} preventGrowOverflow={false}>
      <TextInput
        type="search"
        aria-label={t`Search by name or maker`}
        placeholder={t`Search by name or maker`}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        size="md"
        className={classes.search}
        value={wanted.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Select
        aria-label={t`Kind of device`}
        placeholder={t`Any kind`}
        data={valuesOf('kind').map((value) => ({ value, label: kindText(value) }))}
        size="md"
        clearable
        searchable
        value={wanted.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        aria-label={t`Maker`}
        placeholder={t`Any maker`}
        data={valuesOf('vendor')}
        size="md"
        clearable
        searchable
        value={wanted.vendor}
        onChange={(vendor) => onChange({ vendor })}
      />
    </Group>
  );
}

function KindItem({ kind }: { kind: TemplateSummary }) {
  return (
    <li>
      <Link to="/add" search={{ template: kind.id }} className={classes.kind} preload={false}>
        <img src={kind.image} alt="" width={56} height={56} loading="lazy" />
        <span className={classes.names}>
          <span className={classes.name}>{kind.name}</span>
          <span className={classes.maker}>
            {isVirtual(kind) ? `${t`Virtual`} · ` : ''}
            {kind.vendor} · {kindText(kind.kind)}
          </span>
        </span>
      </Link>
    </li>
  );
}
