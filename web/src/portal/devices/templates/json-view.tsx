import type { FieldError } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { useMemo, useRef } from 'react';
import { notify } from '../../../design/notify.ts';
import { IconDownload, IconUpload } from '../../../design/page-icons.generated.ts';
import { downloadJson } from './download.ts';
import classes from './json-view.module.css';
import { readTemplateFile } from './read-file.ts';

type JsonViewProps = {
  text: string;
  fileName: string;
  isReadOnly: boolean;
  errors: readonly FieldError[];
  onChange: (text: string) => void;
};

/** Edits the draft as JSON. Changes are synchronized with the form. */
export function JsonView({ text, fileName, isReadOnly, errors, onChange }: JsonViewProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const problems = useMemo(() => findProblems(text, errors), [text, errors]);
  const goTo = (offset: number) => {
    const end = text.indexOf('\n', offset);
    area.current?.focus();
    area.current?.setSelectionRange(offset, end < 0 ? text.length : end);
    if (area.current) area.current.scrollTop = (lineOf(text, offset) - 4) * LINE_PX;
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <Trans>
            The file format of <code>azulejo template import</code>.
          </Trans>
        </Text>
        <Group gap="xs">
          {!isReadOnly && <ImportButton onImport={onChange} />}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => downloadJson(fileName, text)}
          >
            <Trans>Export</Trans>
          </Button>
        </Group>
      </Group>
      <ol className={classes.problems} aria-label={t`Errors by line`}>
        {problems.map(({ line, offset, path, reason }) => (
          <li key={`${line} ${path} ${reason}`}>
            <Anchor component="button" type="button" size="sm" onClick={() => goTo(offset)}>
              <Trans>Line {line}</Trans>
            </Anchor>
            <Text size="sm" span>
              {path !== '' && <code>{path}</code>} {reason}
            </Text>
          </li>
        ))}
      </ol>
      <Textarea
        ref={area}
        label={t`Template as JSON`}
        classNames={{ input: classes.text ?? '' }}
        value={text}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        rows={32}
      />
    </Stack>
  );
}

const LINE_PX = 20;

function ImportButton({ onImport }: { onImport: (text: string) => void }) {
  const read = async (file: File | null) => {
    const text = file && (await readTemplateFile(file));
    if (!file || text === null || text === undefined) return;
    onImport(text);
    notify.done(t`Read ${file.name}`);
  };
  return (
    <FileButton
      accept="application/json,.json"
      onChange={read}
      inputProps={{ 'aria-label': t`Import a file` }}
    >
      {(props) => (
        <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={16} stroke={1.6} />}>
          <Trans>Import file</Trans>
        </Button>
      )}
    </FileButton>
  );
}

type Problem = { line: number; offset: number; path: string; reason: string };

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Returns syntax errors of the JSON, or else the platform's errors with their positions. */
function findProblems(text: string, errors: readonly FieldError[]): Problem[] {
  const broken: ParseError[] = [];
  const root = parseTree(text, broken, { disallowComments: true });
  if (broken.length > 0)
    return broken.slice(0, 5).map(({ error, offset }) => ({
      line: lineOf(text, offset),
      offset,
      path: '',
      reason: wordsOf(printParseErrorCode(error)),
    }));
  return errors.map(({ field, reason }) => {
    const offset = root ? offsetOf(root, field) : 0;
    return { line: lineOf(text, offset), offset, path: field, reason };
  });
}

/** Returns `Comma expected` for `CommaExpected`. */
const wordsOf = (code: string): string =>
  code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the position of the member, or of its parent if it is missing. */
function offsetOf(root: Node, field: string): number {
  const path = field.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return (node.parent?.type === 'property' ? node.parent : node).offset;
  }
  return root.offset;
}
