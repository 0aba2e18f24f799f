import { Textarea } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';

/**
 * Shows a value to copy: focusing it selects all, and its button copies it. Long values are wrapped, because
 * text that is cut off cannot be typed from the screen.
 */
export function CopyField({
  label,
  value,
  description,
}: {
  label: string;
  value: string;
  description?: string;
}) {
  return (
    <Textarea
      label={label}
      description={description}
      value={value}
      readOnly
      autosize
      minRows={1}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.value ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} label={inSentence(label)} />}
      rightSectionWidth={44}
      rightSectionPointerEvents="all"
    />
  );
}

/** Lowers the first letter, except in abbreviations. */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
