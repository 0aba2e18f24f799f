import { TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';

/** A value to be taken elsewhere: selected whole when it is focused, and copied by its button. */
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
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
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
