import { isJsonObject } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Path, pathText } from '../../../../design/member-path.ts';
import { countBelow, useDraft, useMember } from '../draft/draft.tsx';

/** Edits a member that is a free-form object as JSON. */
export function JsonField({
  path,
  label,
  description,
}: {
  path: Path;
  label: string;
  description: ReactNode;
}) {
  const { errors } = useDraft();
  const { value, set, isReadOnly } = useMember(path);
  const [typed, setTyped] = useState<string>();
  const name = pathText(path);
  const shown = typed ?? JSON.stringify(value ?? {}, null, 2);
  const isUnfinished = typed !== undefined && parse(typed) === undefined;
  return (
    <Textarea
      label={label}
      description={description}
      error={isUnfinished ? t`This is not a JSON object yet.` : problemOf(errors, name)}
      value={shown}
      readOnly={isReadOnly}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={({ currentTarget }) => {
        const next = parse(currentTarget.value);
        setTyped(next === undefined || !isSame(next, currentTarget.value) ? currentTarget.value : undefined);
        if (next !== undefined) set(next);
      }}
      onBlur={() => typed !== undefined && parse(typed) !== undefined && setTyped(undefined)}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
    />
  );
}

const isSame = (value: object, text: string): boolean => JSON.stringify(value, null, 2) === text;

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function problemOf(errors: ReadonlyMap<string, string>, name: string): string | undefined {
  if (countBelow(errors, name) === 0) return undefined;
  const found = [...errors].filter(([path]) => path === name || path.startsWith(`${name}.`));
  return found.map(([path, reason]) => `${path.slice(name.length + 1) || t`It`} ${reason}.`).join(' ');
}
