import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePortal } from '../../session/portal.ts';
import { choiceQuery } from '../applications/data/queries.ts';

type Props = {
  value: string | null;
  onChange: (applicationId: string | null) => void;
  /** Shown above the field in a form; a filter has none. */
  label?: string;
  /** Shown while none is chosen, which means all of them unless it says otherwise. */
  placeholder?: string;
};

/** Chooses one of the applications with users, or all of them. */
export function ApplicationSelect({ value, onChange, label, placeholder = t`All applications` }: Props) {
  const portal = usePortal();
  const { data } = useQuery(choiceQuery(portal, 'mobile'));
  const options = (data?.applications ?? []).map(({ client_id: id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...(label === undefined ? { 'aria-label': t`Application`, flex: '0 1 13rem' } : { label })}
      placeholder={placeholder}
      data={options}
      value={value}
      onChange={onChange}
      searchable={options.length > 8}
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
    />
  );
}
