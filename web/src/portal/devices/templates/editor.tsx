import type { ChannelTemplate, TemplateDocument, TemplateVocabulary } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack, Tabs, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMay } from '../../session/session.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import type { Imported } from './data/queries.ts';
import { fileNameOf } from './download.ts';
import { countBelow, type Draft, DraftProvider, toMap } from './draft/draft.tsx';
import { useCheck } from './draft/use-check.ts';
import { useEditorState } from './draft/use-editor-state.ts';
import { useSave } from './draft/use-save.ts';
import classes from './editor.module.css';
import { EditorHeader } from './editor-header.tsx';
import { ComponentsForm } from './form/components-form.tsx';
import { ErrorBadge } from './form/error-badge.tsx';
import { IdentityForm } from './form/identity-form.tsx';
import { PropertiesForm } from './form/properties-form.tsx';
import { TilesForm } from './form/tiles-form.tsx';
import { JsonView } from './json-view.tsx';
import { Preview } from './preview/preview.tsx';
import { ConflictDialog } from './versions/conflict-dialog.tsx';
import { VersionsView } from './versions/versions-view.tsx';

export type EditorProps = {
  initial: ChannelTemplate;
  /** The stored template when it was opened; undefined for a new one. */
  stored: TemplateDocument | undefined;
  /** The file from which it was opened. */
  imported: Imported | undefined;
  vocabulary: TemplateVocabulary;
};

/** `editor.module.css` has the same value. */
const NARROW = '(max-width: 68em)';
const PARTS = ['components', 'properties', 'tiles'] as const;

export function Editor({ initial, stored, imported, vocabulary }: EditorProps) {
  const editing = useEditing({ initial, stored, vocabulary });
  const { document, draft, state, saving, check, isNewest, isChanged } = editing;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return (
    <DraftProvider draft={draft}>
      <Stack gap="lg">
        <EditorHeader document={document} isChanged={isChanged} check={check} state={state} saving={saving} />
        {imported && isChanged && <CompletedNote imported={imported} />}
        {!isNewest && (
          <Alert color="azul" title={t`Version ${document?.version ?? ''}, as it was`}>
            <Trans>Earlier versions cannot be changed. Restore it under Versions to edit it.</Trans>
          </Alert>
        )}
        <div className={classes.columns}>
          <EditorParts editing={editing} isNarrow={isNarrow} />
          {!isNarrow && (
            <div className={classes.aside}>
              <Preview />
            </div>
          )}
        </div>
      </Stack>
      {saving.hasConflict && (
        <ConflictDialog
          draft={draft.template}
          onClose={saving.forgetConflict}
          onSave={saving.saveOver}
          onDiscard={saving.discard}
        />
      )}
      <LeaveDialog isDirty={isChanged && !draft.isReadOnly && state.value !== initial} />
    </DraftProvider>
  );
}

/** Returns the template being edited, with its validation, and how to save it. */
function useEditing({ initial, stored, vocabulary }: Omit<EditorProps, 'imported'>) {
  // The edited version stays the same when others save a newer one.
  const [document, setDocument] = useState(stored);
  const mayWrite = useMay('developer');
  const isNewest = document === undefined || document.version === document.newest_version;
  const isReadOnly = !mayWrite || !isNewest;
  const state = useEditorState(initial, stored?.template);
  const { template, value } = state;
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);
  const isChanged = document === undefined || state.isChanged;
  const check = useCheck(value, mayWrite && isChanged);
  const saving = useSave({
    baseVersion: document?.newest_version,
    draft: template,
    onStored: (next, sent = current.current) => {
      const isEdited = current.current !== sent;
      setDocument(next);
      state.markSaved(next.template);
      if (!isEdited) state.change(() => next.template);
      return !isEdited;
    },
  });
  const errors = useMemo(() => toMap(check.result.errors), [check.result]);
  const warnings = useMemo(() => toMap(check.result.warnings), [check.result]);
  const draft: Draft = { template, vocabulary, isReadOnly, errors, warnings, change: state.change };
  return { document, draft, state, saving, check, isNewest, isChanged };
}

/** Shows the parts of the template as tabs. On narrow screens the preview is one of them. */
function EditorParts({ editing, isNarrow }: { editing: ReturnType<typeof useEditing>; isNarrow: boolean }) {
  const { document, draft, state, saving, check } = editing;
  const [tab, setTab] = useState<string | null>('device');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} className={classes.main ?? ''}>
      <EditorTabs
        errors={draft.errors}
        template={draft.template}
        hasVersions={document !== undefined}
        hasPreview={isNarrow}
      />
      <div className={classes.panel}>
        <FormPanel tab={tab} isBroken={state.isBroken} />
        <Tabs.Panel value="json">
          <JsonView
            text={state.text}
            fileName={fileNameOf(draft.template)}
            isReadOnly={draft.isReadOnly}
            errors={check.result.errors}
            onChange={state.write}
          />
        </Tabs.Panel>
        {isNarrow && (
          <Tabs.Panel value="preview">
            <Preview />
          </Tabs.Panel>
        )}
        {document && (
          <Tabs.Panel value="versions">
            <VersionsView document={document} onRestore={saving.restore} />
          </Tabs.Panel>
        )}
      </div>
    </Tabs>
  );
}

type EditorTabsProps = {
  errors: ReadonlyMap<string, string>;
  template: ChannelTemplate;
  hasVersions: boolean;
  /** Set when there is no space for the preview next to the form. */
  hasPreview: boolean;
};

function EditorTabs({ errors, template, hasVersions, hasPreview }: EditorTabsProps) {
  const inParts = PARTS.reduce((sum, part) => sum + countBelow(errors, part), 0);
  const words = { components: t`Components`, properties: t`Properties`, tiles: t`Tiles` };
  return (
    <Tabs.List className={classes.tabs ?? ''} aria-label={t`Parts of the template`}>
      <Tabs.Tab value="device" rightSection={<ErrorBadge count={errors.size - inParts} />}>
        <Trans>Device</Trans>
      </Tabs.Tab>
      {PARTS.map((part) => (
        <Tabs.Tab key={part} value={part} rightSection={<ErrorBadge count={countBelow(errors, part)} />}>
          {words[part]} ({template[part].length})
        </Tabs.Tab>
      ))}
      {hasPreview && (
        <Tabs.Tab value="preview">
          <Trans>Preview</Trans>
        </Tabs.Tab>
      )}
      <Tabs.Tab value="json">
        <Trans>JSON</Trans>
      </Tabs.Tab>
      {hasVersions && (
        <Tabs.Tab value="versions">
          <Trans>Versions</Trans>
        </Tabs.Tab>
      )}
    </Tabs.List>
  );
}

const FORMS = {
  device: IdentityForm,
  components: ComponentsForm,
  properties: PropertiesForm,
  tiles: TilesForm,
} as const;

function FormPanel({ tab, isBroken }: { tab: string | null; isBroken: boolean }) {
  return (
    <>
      {Object.entries(FORMS).map(([name, Form]) => (
        <Tabs.Panel key={name} value={name}>
          {tab === name && !isBroken && <Form />}
          {isBroken && (
            <Text c="dimmed">
              <Trans>
                This JSON isn't a valid template yet. Fix the errors in the JSON tab to edit it as a form.
              </Trans>
            </Text>
          )}
        </Tabs.Panel>
      ))}
    </>
  );
}

const parts = () => ({ properties: t`Property`, components: t`Component`, tiles: t`Tile` }) as const;

/** Says what a short file left out and the platform filled in, before it is saved. */
function CompletedNote({ imported: { fileName, template, completed } }: { imported: Imported }) {
  if (completed.length === 0) return null;
  return (
    <Alert color="azul" title={filledText(completed.length, fileName)}>
      <Text size="sm">
        <Trans>
          They follow from the rest of the file. Check them, and change what does not fit, before you save.
        </Trans>
      </Text>
      <details className={classes.list}>
        <summary>
          <Trans>What was filled in</Trans>
        </summary>
        <dl>
          {[...byPart(template, completed)].map(([part, names]) => (
            <div key={part}>
              <dt>{part}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Alert>
  );
}

const filledText = (count: number, fileName: string): string =>
  t`${plural(count, { one: '# member', other: '# members' })} of ${fileName} filled in`;

/** Groups paths such as `properties.2.id` by the part of the template, with its label. */
function byPart(template: ChannelTemplate, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [list = '', index, ...rest] = path.split('.');
    const isPart = list in parts() && rest.length > 0;
    const group = isPart
      ? partName(template, list as keyof ReturnType<typeof parts>, Number(index))
      : t`Template`;
    groups.set(group, [...(groups.get(group) ?? []), isPart ? rest.join('.') : path]);
  }
  return groups;
}

function partName(template: ChannelTemplate, list: keyof ReturnType<typeof parts>, index: number): string {
  const label = template[list][index]?.label;
  return `${parts()[list]} ${label === undefined || label === '' ? index + 1 : `“${label}”`}`;
}
