import { t } from '@lingui/core/macro';
import { Group, Input, NativeSelect, NumberInput } from '@mantine/core';
import { useId } from 'react';
import type { Lifetime, Unit } from './lifetime.ts';

type Props = {
  label: string;
  description: string;
  value: Lifetime;
  onChange: (value: Lifetime) => void;
  error?: string | undefined;
  disabled: boolean;
};

/** Edits a number and its unit; an empty field means the platform's default. */
export function LifetimeField({ label, description, value, onChange, error, disabled }: Props) {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} error={error} id={id}>
      <Group gap="xs" mt={4} wrap="nowrap" maw={320}>
        <NumberInput
          id={id}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount: amount === '' ? '' : Number(amount) })}
          min={1}
          max={1_000_000}
          hideControls
          placeholder={t`Platform default`}
          error={error !== undefined}
          aria-describedby={`${id}-description${error === undefined ? '' : ` ${id}-error`}`}
          disabled={disabled}
          flex={1}
        />
        <NativeSelect
          aria-label={t`${label}: unit`}
          data={['days', 'hours', 'minutes']}
          value={value.unit}
          onChange={(event) => onChange({ ...value, unit: event.currentTarget.value as Unit })}
          disabled={disabled}
        />
      </Group>
    </Input.Wrapper>
  );
}
