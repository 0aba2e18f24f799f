import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { IconSearch } from '../../design/icons.generated.ts';

const TYPING_MS = 200;

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
};

export function SearchField({ label, placeholder, value, onChange, maxLength = 200 }: Props) {
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={maxLength}
      flex="1 1 16rem"
    />
  );
}

/** Manages a search field: its text, and the debounced search words. */
export function useSearchField() {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), TYPING_MS);
  return { search, setSearch, words };
}
