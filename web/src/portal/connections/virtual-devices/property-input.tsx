import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, JsonInput, NumberInput, Select, Slider, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';

type Schema = Readonly<Record<string, unknown>>;

export type InputProps = {
  label: string;
  schema: Schema;
  value: unknown;
  isDisabled: boolean;
  onReport: (data: unknown) => void;
};

/** Renders the control for the values of a property. A value is reported when the control is released. */
export function PropertyInput(props: InputProps) {
  const kind = kindOf(props.schema);
  switch (kind.type) {
    case 'boolean':
      return <BooleanInput {...props} />;
    case 'choice':
      return <ChoiceInput {...props} choices={kind.choices} />;
    case 'range':
      return <RangeInput {...props} kind={kind} />;
    case 'members':
      return <MembersInput {...props} members={kind.members} />;
    default:
      return <TypedInput key={JSON.stringify(props.value)} {...props} type={kind.type} />;
  }
}

function BooleanInput({ label, value, isDisabled, onReport }: InputProps) {
  return (
    <Switch
      aria-label={label}
      size="md"
      label={value === undefined ? t`Not reported yet` : String(value)}
      checked={value === true}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onReport(currentTarget.checked)}
    />
  );
}

function ChoiceInput({
  label,
  value,
  isDisabled,
  onReport,
  choices,
}: InputProps & { choices: readonly unknown[] }) {
  const index = choices.indexOf(value);
  return (
    <Select
      aria-label={label}
      data={choices.map((choice, at) => ({ value: String(at), label: String(choice) }))}
      value={index === -1 ? null : String(index)}
      placeholder={t`Not reported yet`}
      disabled={isDisabled}
      allowDeselect={false}
      onChange={(at) => at !== null && onReport(choices[Number(at)])}
      maw={280}
    />
  );
}

type RangeProps = InputProps & { kind: Extract<ValueKind, { type: 'range' }> };

function RangeInput({ label, value, isDisabled, onReport, kind: { minimum, maximum, step } }: RangeProps) {
  const [moved, setMoved] = useState<number>();
  const now = typeof value === 'number' ? value : minimum;
  const shown = moved ?? now;
  const report = (data: number) => {
    setMoved(undefined);
    if (data !== value) onReport(data);
  };
  return (
    <Group gap="md" wrap="nowrap">
      <Slider
        flex={1}
        min={minimum}
        max={maximum}
        step={step}
        value={shown}
        label={null}
        thumbLabel={label}
        disabled={isDisabled}
        onChange={setMoved}
        onChangeEnd={report}
      />
      <NumberInput
        aria-label={t`${label}, as a number`}
        w={104}
        min={minimum}
        max={maximum}
        step={step}
        value={moved ?? (typeof value === 'number' ? value : '')}
        disabled={isDisabled}
        onChange={(next) => typeof next === 'number' && setMoved(next)}
        onBlur={() => moved !== undefined && report(moved)}
        onKeyDown={({ key }) => key === 'Enter' && moved !== undefined && report(moved)}
      />
    </Group>
  );
}

type MembersProps = InputProps & { members: readonly [string, Extract<ValueKind, { type: 'range' }>][] };

/** Edits several numbers that form one value, such as hue, saturation and brightness of a colour. */
function MembersInput({ label, value, isDisabled, onReport, schema, members }: MembersProps) {
  const now = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const least = Object.fromEntries(members.map(([name, { minimum }]) => [name, minimum]));
  return (
    <div>
      {members.map(([name, kind]) => (
        <RangeInput
          key={name}
          label={`${label}, ${titleOf(schema, name)}`}
          schema={{}}
          value={now[name]}
          isDisabled={isDisabled}
          kind={kind}
          onReport={(data) => onReport({ ...least, ...now, [name]: data })}
        />
      ))}
    </div>
  );
}

function titleOf({ properties }: Schema, name: string): string {
  const { description } = (properties as Record<string, { description?: string }> | undefined)?.[name] ?? {};
  return description?.split(' ')[0]?.toLowerCase() ?? name;
}

/** Edits a text that is reported when the button is pressed. */
function TypedInput({
  label,
  value,
  isDisabled,
  onReport,
  type,
}: InputProps & { type: 'number' | 'text' | 'json' }) {
  const [typed, setTyped] = useState(() => (value === undefined ? '' : textOf(value, type)));
  const data = dataOf(typed, type);
  const common = { 'aria-label': label, value: typed, disabled: isDisabled, flex: 1 };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (data !== undefined) onReport(data);
      }}
    >
      <Group gap="sm" align="flex-start" wrap="nowrap">
        {type === 'number' && <NumberInput {...common} onChange={(next) => setTyped(String(next))} />}
        {type === 'text' && (
          <TextInput
            {...common}
            maxLength={2000}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {type === 'json' && <JsonInput {...common} autosize minRows={1} maxRows={8} onChange={setTyped} />}
        <Button type="submit" variant="default" disabled={isDisabled || data === undefined}>
          <Trans context="button">Report</Trans>
        </Button>
      </Group>
    </form>
  );
}

const textOf = (value: unknown, type: string): string =>
  type === 'json' ? JSON.stringify(value, undefined, 2) : String(value);

/** Returns undefined while the text is not a valid value. */
function dataOf(typed: string, type: 'number' | 'text' | 'json'): unknown {
  if (type === 'text') return typed;
  if (typed.trim() === '') return undefined;
  if (type === 'number') return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return undefined;
  }
}

type Range = {
  readonly type: 'range';
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
};

/** How values of a schema are entered. */
type ValueKind =
  | { readonly type: 'boolean' | 'number' | 'text' | 'json' }
  | { readonly type: 'choice'; readonly choices: readonly unknown[] }
  | Range
  | { readonly type: 'members'; readonly members: readonly [string, Range][] };

function kindOf(schema: Schema): ValueKind {
  const { enum: choices, type, properties } = schema;
  if (Array.isArray(choices)) return { type: 'choice', choices };
  if (type === 'boolean') return { type };
  if (type === 'string') return { type: 'text' };
  if (type === 'number' || type === 'integer') return rangeOf(schema) ?? { type: 'number' };
  const members = Object.entries((properties ?? {}) as Record<string, Schema>).map(
    ([name, member]): [string, Range | undefined] => [name, rangeOf(member)],
  );
  const isOfRanges = members.length > 0 && members.every(([, range]) => range);
  return isOfRanges ? { type: 'members', members: members as [string, Range][] } : { type: 'json' };
}

/** Returns undefined unless both limits are known. A slider has about as many positions as pixels. */
function rangeOf({ type, minimum, maximum, multipleOf }: Schema): Range | undefined {
  if (type !== 'number' && type !== 'integer') return undefined;
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || maximum <= minimum) return undefined;
  const whole = type === 'integer' || maximum - minimum > 50;
  const step = typeof multipleOf === 'number' ? multipleOf : whole ? 1 : 0.1;
  return { type: 'range', minimum, maximum, step };
}
