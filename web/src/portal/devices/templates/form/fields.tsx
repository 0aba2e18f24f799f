import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, NumberInput, Select, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Path } from '../../../../design/member-path.ts';
import { useMember } from '../draft/draft.tsx';

type FieldProps = { path: Path; label: string; description?: ReactNode };

type Choice = { value: string; label: string };

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shows a hint or warning at the field, which does not prevent saving. */
function Hint({ description, warning }: { description: ReactNode; warning: string | undefined }) {
  if (warning === undefined) return <>{description}</>;
  return (
    <Text span size="xs" c="var(--azulejo-warn)">
      <Trans>It {warning}.</Trans>
    </Text>
  );
}

/** The order of a field's elements, which aligns fields side by side with any hints. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Returns the properties that every field shows: label, description and error. */
function useField({ path, label, description }: FieldProps) {
  const { value, set, error, warning, isReadOnly } = useMember(path);
  const hint = <Hint description={description} warning={warning} />;
  return {
    value,
    set,
    shown: {
      label,
      error: error === undefined ? undefined : t`It ${error}.`,
      readOnly: isReadOnly,
      inputWrapperOrder: ORDER,
      ...((description !== undefined || warning !== undefined) && { description: hint }),
    },
  };
}

export function TextField({ isOptional, ...props }: FieldProps & { isOptional?: boolean }) {
  const { value, set, shown } = useField(props);
  return (
    <TextInput
      {...shown}
      value={asText(value)}
      maxLength={4000}
      onChange={({ currentTarget }) =>
        set(isOptional && currentTarget.value === '' ? undefined : currentTarget.value)
      }
    />
  );
}

/** Edits a name that others refer to: it is renamed when the typing is finished. */
export function NameField({ onRename, ...props }: FieldProps & { onRename: (name: string) => void }) {
  const { value, shown } = useField(props);
  const [typed, setTyped] = useState<string>();
  const take = () => {
    if (typed !== undefined && typed !== value) onRename(typed.trim());
    setTyped(undefined);
  };
  return (
    <TextInput
      {...shown}
      value={typed ?? asText(value)}
      maxLength={100}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}

export function NumberField({
  min,
  isOptional = false,
  ...props
}: FieldProps & { min?: number; isOptional?: boolean }) {
  const { value, set, shown } = useField(props);
  return (
    <NumberInput
      {...shown}
      value={typeof value === 'number' ? value : ''}
      {...(min !== undefined && { min })}
      onChange={(next) => set(next === '' ? (isOptional ? undefined : 0) : Number(next))}
      clampBehavior="none"
    />
  );
}

export function FlagField(props: FieldProps) {
  const { value, set, shown } = useField(props);
  const { readOnly, inputWrapperOrder: _order, ...words } = shown;
  return (
    <Switch
      {...words}
      disabled={readOnly}
      checked={value === true}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
}

/** Chooses one of a few options. */
export function ChoiceField({
  data,
  onChoose,
  ...props
}: FieldProps & { data: readonly Choice[]; onChoose?: (value: string) => void }) {
  const { value, set, shown } = useField(props);
  const known = data.some((choice) => choice.value === value);
  const others = known ? [] : [{ value: asText(value), label: asText(value) || t`Choose …` }];
  const { readOnly, ...open } = shown;
  if (readOnly)
    return (
      <TextInput {...shown} value={data.find((choice) => choice.value === value)?.label ?? asText(value)} />
    );
  return (
    <NativeSelect
      {...open}
      value={asText(value)}
      data={[...others, ...data]}
      onChange={({ currentTarget }) => (onChoose ?? set)(currentTarget.value)}
    />
  );
}

/** Chooses one of many options by typing. */
export function SearchField({
  data,
  onChoose,
  ...props
}: FieldProps & { data: readonly Choice[]; onChoose?: (value: string) => void }) {
  const { value, set, shown } = useField(props);
  const current = asText(value);
  const isKnown = current === '' || data.some((choice) => choice.value === current);
  return (
    <Select
      {...shown}
      value={current === '' ? null : current}
      data={isKnown ? [...data] : [{ value: current, label: current }, ...data]}
      onChange={(next) => (onChoose ?? set)(next ?? '')}
      searchable
      clearable={!shown.readOnly}
      clearButtonProps={{ 'aria-label': t`Clear ${props.label}` }}
      placeholder={t`None`}
      nothingFoundMessage={t`No matches`}
    />
  );
}

/** Edits a list of words: those of `suggestions`, or any others. */
export function WordsField({ suggestions = [], ...props }: FieldProps & { suggestions?: readonly string[] }) {
  const { value, set, shown } = useField(props);
  return (
    <TagsInput
      {...shown}
      value={Array.isArray(value) ? value.map(String) : []}
      data={[...suggestions]}
      onChange={set}
      placeholder={shown.readOnly ? '' : t`Add, then Enter`}
      clearable={false}
    />
  );
}
