import type { TemplateSummary } from '@azulejo/contract';
import { Anchor, Group, Select, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { counted } from '../../design/counted.ts';
import { IconSearch } from '../../design/icons.generated.ts';
import { EmptyState } from '../../design/states.tsx';
import { kindText } from '../../models/model-text.ts';
import classes from './catalogue.module.css';
import { isVirtual, matching, type Wanted } from './kinds.ts';

const ANY: Wanted = { text: '', kind: null, vendor: null };

/** The kinds of devices that can be added, with a search by name, maker or kind. */
export function Catalogue({ kinds }: { kinds: readonly TemplateSummary[] }) {
  const [wanted, setWanted] = useState(ANY);
  const shown = matching(kinds, useDeferredValue(wanted));
  const change = (part: Partial<Wanted>) => setWanted((before) => ({ ...before, ...part }));
  return (
    <section aria-label="Kinds of device">
      <Filters kinds={kinds} wanted={wanted} onChange={change} />
      <Text size="sm" c="dimmed" my="sm" role="status">
        {counted(shown.length, 'kind of device', 'kinds of device')}
      </Text>
      {shown.length === 0 && (
        <EmptyState
          title="No matches"
          action={
            <Anchor component="button" type="button" onClick={() => setWanted(ANY)}>
              Show all
            </Anchor>
          }
        >
          Try fewer words, or another kind or maker.
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
        aria-label="Search by name or maker"
        placeholder="Search by name or maker"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        size="md"
        className={classes.search}
        value={wanted.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Select
        aria-label="Kind of device"
        placeholder="Any kind"
        data={valuesOf('kind').map((value) => ({ value, label: kindText(value) }))}
        size="md"
        clearable
        searchable
        value={wanted.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        aria-label="Maker"
        placeholder="Any maker"
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
            {isVirtual(kind) ? 'Virtual · ' : ''}
            {kind.vendor} · {kindText(kind.kind)}
          </span>
        </span>
      </Link>
    </li>
  );
}
