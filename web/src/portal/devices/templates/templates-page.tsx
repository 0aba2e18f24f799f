import type { ListedTemplate } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { listQuery } from './data/queries.ts';
import { ImportButton } from './import-button.tsx';
import { TemplateGrid } from './template-grid.tsx';

const RETENTION_MS = 300;

type Filter = { words: string; vendor: string | null; kind: string | null };

/** Lists the stored templates, and then those that the catalogue offers. */
export function TemplatesPage() {
  const portal = usePortal();
  const mayWrite = useMay('developer');
  const list = useQuery(listQuery(portal));
  const [filter, setFilter] = useFilter();
  const deferred = useDeferredValue(filter);
  const all = list.data?.templates ?? [];
  const shown = useMemo(() => all.filter(fits(deferred)), [all, deferred]);
  const stored = shown.filter(({ created }) => created !== null);
  const offered = shown.filter(({ created }) => created === null);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Templates</Trans>
        </Title>
        {mayWrite && (
          <Group gap="sm">
            <ImportButton />
            <Button
              renderRoot={(props) => (
                <Link to="/templates/$templateId" params={{ templateId: 'new' }} {...props} />
              )}
              leftSection={<IconPlus size={18} />}
            >
              <Trans>New template</Trans>
            </Button>
          </Group>
        )}
      </Group>
      <Filters templates={all} filter={filter} onChange={setFilter} />
      {list.isPending && <LoadingState label={t`Loading templates`} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {countOf(shown)}
        </Text>
      )}
      {stored.length > 0 && <TemplateGrid label={t`Templates`} templates={stored} />}
      {offered.length > 0 && <Offered templates={offered} />}
      {list.isSuccess && shown.length === 0 && (
        <EmptyState title={t`No matching templates`}>
          {all.length === 0
            ? t`A template describes what a kind of device can do.`
            : t`Try fewer letters or all vendors and kinds.`}
        </EmptyState>
      )}
    </Stack>
  );
}

function Offered({ templates }: { templates: readonly ListedTemplate[] }) {
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        <Trans>From the catalogue, not in use</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          Each is stored, and moves up, when a device is made from it or when you change it. The{' '}
          <Anchor href="/devices" underline="always">
            catalogue
          </Anchor>{' '}
          has more models.
        </Trans>
      </Text>
      <TemplateGrid label={t`Catalogue`} templates={templates} />
    </Stack>
  );
}

/** Keeps the filter in the URL, so that it is restored when the person comes back. */
function useFilter(): [Filter, (filter: Filter) => void] {
  const navigate = useNavigate();
  const kept = useSearch({ strict: false }) as Partial<Record<keyof Filter, unknown>>;
  const word = (value: unknown) => (value === undefined || value === null ? null : String(value));
  const [filter, setFilter] = useState<Filter>(() => ({
    words: word(kept.words) ?? '',
    vendor: word(kept.vendor),
    kind: word(kept.kind),
  }));
  const keep = useDebouncedCallback(({ words, vendor, kind }: Filter) => {
    const search = { ...(words && { words }), ...(vendor && { vendor }), ...(kind && { kind }) };
    void navigate({ to: '/templates', search, replace: true, resetScroll: false });
  }, RETENTION_MS);
  useEffect(() => () => keep.cancel(), [keep]);
  return [
    filter,
    (next) => {
      setFilter(next);
      keep(next);
    },
  ];
}

/** Returns a test that every word is part of the template's vendor, model or name. */
function fits({ words, vendor, kind }: Filter): (template: ListedTemplate) => boolean {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (template) => {
    if (vendor !== null && template.vendor !== vendor) return false;
    if (kind !== null && template.kind !== kind) return false;
    const text =
      `${template.name} ${template.vendor} ${template.model} ${template.kind} ${template.id}`.toLowerCase();
    return sought.every((word) => text.includes(word));
  };
}

function countOf(templates: readonly ListedTemplate[]): string {
  const vendors = new Set(templates.map(({ vendor }) => vendor)).size;
  return templates.length === 0
    ? ''
    : t`${plural(templates.length, { one: '# template', other: '# templates' })} of ${plural(vendors, { one: '# vendor', other: '# vendors' })}`;
}

type FiltersProps = {
  templates: readonly ListedTemplate[];
  filter: Filter;
  onChange: (filter: Filter) => void;
};

function Filters({ templates, filter, onChange }: FiltersProps) {
  const sorted = (values: readonly string[]) =>
    [...new Set(values)].toSorted((one, other) => one.localeCompare(other));
  return (
    <Group gap="sm" role="search">
      <SearchField
        label={t`Search templates`}
        placeholder={t`Name, vendor, model or kind`}
        value={filter.words}
        onChange={(words) => onChange({ ...filter, words })}
      />
      <Select
        aria-label={t`Vendor`}
        placeholder={t`All vendors`}
        data={sorted(templates.map(({ vendor }) => vendor))}
        value={filter.vendor}
        onChange={(vendor) => onChange({ ...filter, vendor })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`All vendors` }}
        flex="1 1 9rem"
      />
      <Select
        aria-label={t`Kind`}
        placeholder={t`All kinds`}
        data={sorted(templates.map(({ kind }) => kind))}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`All kinds` }}
        flex="1 1 9rem"
      />
    </Group>
  );
}
