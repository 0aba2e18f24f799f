import { t } from '@lingui/core/macro';
import { Input, NativeSelect, Slider, Switch, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { Sample } from './samples.ts';

type SampleControlProps = { sample: Sample; value: unknown; onChange: (value: unknown) => void };

/** Changes a value of the preview. */
export function SampleControl({ sample, value, onChange }: SampleControlProps) {
  const { label, choices } = sample;
  switch (sample.kind) {
    case 'boolean':
      return (
        <Switch
          size="sm"
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          size="xs"
          label={label}
          data={[...choices]}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'number':
      return <Range label={label} {...sample.range} value={Number(value)} onChange={onChange} />;
    case 'color':
      return (
        <Range
          label={t`${label}, hue`}
          min={0}
          max={360}
          step={1}
          value={(value as { h: number }).h}
          onChange={(h) => onChange({ h, s: 85, v: 100 })}
        />
      );
    default:
      return (
        <TextInput
          size="xs"
          label={label}
          value={String(value)}
          maxLength={200}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

type RangeProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
};

function Range({ label, min, max, step, value, onChange }: RangeProps) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id} size="xs" labelElement="div">
        {label}
      </Input.Label>
      <Slider
        size="sm"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={onChange}
        label={null}
        thumbLabel={label}
        thumbProps={{ 'aria-labelledby': id }}
      />
    </div>
  );
}
