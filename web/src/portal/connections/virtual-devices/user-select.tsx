import { t } from '@lingui/core/macro';
import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usersQuery } from '../../identity/users/queries.ts';
import { usePortal } from '../../session/portal.ts';
import classes from './select.module.css';

const TYPING_MS = 200;

type Props = {
  value: string | null;
  onChange: (userId: string | null) => void;
  /** Offers only the users of this application, which cannot be changed here. */
  applicationId?: string;
};

/** Chooses a user by the beginning of e-mail or name. */
export function UserSelect({ value, onChange, applicationId }: Props) {
  const portal = usePortal();
  const [filter, setFilter] = useState<string | null>(null);
  const application = applicationId ?? filter;
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), TYPING_MS);
  const list = useInfiniteQuery(
    usersQuery(portal, {
      ...(words !== '' && { search: words }),
      ...(application !== null && { application_id: application }),
    }),
  );
  const [chosen, setChosen] = useState<{ id: string; email: string }>();
  // Results of the previous search are not offered, because they could be chosen by mistake.
  const isBehind = words !== search.trim() || list.isPlaceholderData;
  const found = isBehind ? [] : (list.data?.pages[0]?.users ?? []);
  const labels = new Map(
    found.map(({ id, email, name, application: of }) => [id, { email, text: `${name} · ${of.name}` }]),
  );
  // The chosen one stays in the list, whatever is searched for.
  if (chosen && chosen.id === value && !labels.has(chosen.id))
    labels.set(chosen.id, { email: chosen.email, text: '' });
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t`User`}
        placeholder={t`Start of an e-mail or a name`}
        data={[...labels].map(([id, { email }]) => ({ value: id, label: email }))}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Text size="xs" c="dimmed">
              {labels.get(option.value)?.text}
            </Text>
          </div>
        )}
        value={value}
        onChange={(id) => {
          onChange(id);
          if (id !== null) setChosen({ id, email: labels.get(id)?.email ?? id });
        }}
        searchable
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage={isBehind || list.isFetching ? t`Searching` : t`No matches`}
        required
        withAsterisk={false}
        flex="1 1 16rem"
        data-autofocus
      />
      {applicationId === undefined && <ApplicationSelect value={filter} onChange={setFilter} />}
    </Group>
  );
}
