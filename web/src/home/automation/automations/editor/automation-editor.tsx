import type { Automation, AutomationDefinition } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { isDirty } from '../../../../design/edits.ts';
import { useEditShortcuts } from '../../../../design/use-edit-shortcuts.ts';
import { useHome } from '../../../data/live/use-home.ts';
import { usePageTitle } from '../../../kit/ui/page-title.ts';
import { LastWeek } from '../rehearsal/last-week.tsx';
import { TemplatesSection } from '../templates/templates-section.tsx';
import { Checks } from './checks.tsx';
import classes from './editor.module.css';
import { EditorHeader } from './editor-header.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Outdated } from './outdated.tsx';
import { SaveBar } from './save-bar.tsx';
import { Sentence } from './sentence.tsx';
import { EditorContext } from './shared/editor-context.ts';
import { startEdit } from './state/edit.ts';
import { missingWords } from './state/missing.ts';
import { isBlankAt } from './state/parts.ts';
import { type CheckProblem, problemsByWord, useCheck } from './use-check.ts';
import { useDifference } from './use-difference.ts';
import { useDraft } from './use-draft.ts';
import { type Editing, useEditing } from './use-editing.ts';
import { isOutdated, type Origin, useSaveWhenOnline } from './use-save.ts';
import { useSaving } from './use-saving.ts';
import { partTextAt } from './words/change-text.ts';
import type { Wording } from './words/use-wording.ts';

type Props = {
  wording: Wording;
  /** The stored automation; undefined for a new one. */
  automation: Automation | undefined;
  /** Holds the stored definition, or the one with which a new automation starts. */
  initial: AutomationDefinition;
  /** Identifies the draft of a new one: what starts with a device or a ready automation has a draft of its own. */
  newId?: string;
  /** Says where a new one is created. */
  origin?: Origin;
};

/** Makes an automation, or changes one: a sentence whose words are buttons. */
export function AutomationEditor({ wording, automation, initial, newId = 'new', origin = 'web' }: Props) {
  const draft = useDraft({ automation, newId });
  const { base } = draft;
  const editing = useEditing(() => startEdit(initial, draft.definition), wording, base?.id);
  const { definition, edit } = editing;
  const dirty = isDirty(edit) || editing.unread !== undefined;
  const saving = useSaving({ editing, draft, origin });
  const findings = useFindings(editing, saving.refused);
  const { labelled, check, byWord, missing } = findings;
  usePageTitle(definition.label || t`New automation`);
  const { message, isReady, attempt } = useAttempt({
    editing,
    missing: missing[0]?.path,
    problems: byWord,
    save: () => saving.save(labelled),
  });
  // The focus stays with someone who keeps editing until the connection is back.
  const saveIfChanged = () => (dirty || !base ? attempt({ movesFocus: false }) : undefined);
  const whenOnline = useSaveWhenOnline(saveIfChanged, base !== undefined);
  const save = () => (isReady ? whenOnline.request() : attempt({ movesFocus: true }));
  const discard = () => {
    whenOnline.cancel();
    editing.restart(edit.saved);
    saving.discard();
  };
  useEditShortcuts({ save, undo: editing.undo, redo: editing.redo });
  const difference = useDifference(dirty);
  return (
    <EditorContext value={{ ...editing, check: check.data, problems: byWord }}>
      <div className={classes.editor}>
        <EditorHeader automation={base} suggestion={withLabel({ ...definition, label: '' }, wording).label} />
        {draft.isOpen && dirty && <DraftNote onDiscard={discard} />}
        <EditorColumns editing={editing} findings={findings} onCount={difference.onCount} />
        {base && isOutdated(saving.error) && (
          <Outdated
            id={base.id}
            onTheirs={saving.takeTheirs}
            onMine={(current) => saving.saveOver(labelled, current)}
          />
        )}
        <SaveBar
          difference={difference.text}
          message={message}
          isShown={dirty || base === undefined}
          isSaving={saving.isPending}
          isWaiting={whenOnline.isWaiting}
          error={whenOnline.isWaiting ? undefined : saving.unexplained}
          onSave={save}
          onDiscard={discard}
        />
        <LeaveDialog
          isDirty={dirty}
          onSave={save}
          onKeep={() => draft.keep(definition)}
          onDiscard={draft.forget}
        />
      </div>
    </EditorContext>
  );
}

type ColumnsProps = {
  editing: Editing;
  findings: ReturnType<typeof useFindings>;
  onCount: (count: number | undefined) => void;
};

/** Shows the sentence, what it would have done last week, and the checks next to them. */
function EditorColumns({ editing, findings, onCount }: ColumnsProps) {
  const { labelled, check, problems, missing } = findings;
  const { state } = useHome();
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <section className={classes.card} aria-label={t`What it does`}>
          <Sentence focus={editing.focus} />
        </section>
        {missing.length === 0 && (
          <LastWeek
            definition={labelled}
            automationId={editing.automationId}
            onCount={onCount}
            onLeeway={({ path, leeway }) => editing.set(`${path}.leeway`, leeway)}
          />
        )}
        {isNew(editing) && <TemplatesSection title={t`Or start from a ready one`} />}
      </div>
      <Checks
        check={check.data}
        problems={problems}
        missing={missing.length}
        isUnchecked={!check.data && (state === 'offline' || check.isError)}
      />
    </div>
  );
}

/** Whether nothing of a new automation has been chosen. */
const isNew = ({ automationId, definition }: Editing): boolean =>
  automationId === undefined && isBlankAt(definition, 'when[0]') && isBlankAt(definition, 'then[0]');

/** Returns what is known of the definition: what is missing, and what the platform says of it. */
function useFindings(editing: Editing, refused: readonly CheckProblem[]) {
  const { definition, clauses, wording, automationId, unread } = editing;
  const labelled = useMemo(() => withLabel(definition, wording), [definition, wording]);
  const check = useCheck({ definition: labelled, clauses, automationId });
  const problems = useMemo(
    () => [...(unread ? [unreadProblem(unread.path)] : []), ...refused, ...(check.data?.problems ?? [])],
    [unread, refused, check.data],
  );
  const byWord = useMemo(() => problemsByWord(problems, clauses), [problems, clauses]);
  return { labelled, check, problems, byWord, missing: missingWords(definition, clauses) };
}

const unreadProblem = (path: string): CheckProblem => ({
  path,
  code: 'unread',
  text: t`The data for the web address is not valid JSON yet.`,
  severity: 'error',
});

type Attempt = {
  editing: Editing;
  /** The first word that is still to be chosen. */
  missing: string | undefined;
  problems: ReturnType<typeof problemsByWord>;
  save: () => Promise<unknown>;
};

/** Saves, or focuses the first word that prevents it and says why. */
function useAttempt({ editing, missing, problems, save }: Attempt) {
  /** The word that prevented the last attempt: its message goes with it. */
  const [tried, setTried] = useState<string>();
  const bad = [...problems].find(([, { severity }]) => severity === 'error');
  const path = missing ?? bad?.[0];
  const attempt = ({ movesFocus }: { movesFocus: boolean }) => {
    setTried(path);
    if (path === undefined) return save();
    if (movesFocus) editing.focusOn(path);
    return undefined;
  };
  const isUnmended = path !== undefined && path === tried;
  const text = missing === undefined ? (bad?.[1].text ?? '') : t`Choose this word first.`;
  return { message: isUnmended ? text : '', isReady: path === undefined, attempt };
}

/** Labels an automation without a name with what it does. */
function withLabel(definition: AutomationDefinition, wording: Wording): AutomationDefinition {
  const label = definition.label.trim() || partTextAt(definition, 'then[0]', wording).slice(0, 100);
  return { ...definition, label };
}

function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={classes.draft} role="status">
      {t`You are editing your draft, which is stored in this browser only.`}{' '}
      <button type="button" onClick={onDiscard}>
        {t`Discard the draft`}
      </button>
    </p>
  );
}
