import { Textarea } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';

/**
 * A value to be copied: selected whole when it is focused, and copied by its button. A long one is wrapped, since what is
 * cut off cannot be typed from the screen.
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

/** Abbreviations stay as they are. */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
