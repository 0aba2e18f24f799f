import type { Automation, AutomationDefinition } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../../../design/notify.ts';
import type { useDraft } from './use-draft.ts';
import type { Editing } from './use-editing.ts';
import { isOutdated, type Origin, problemsOfRefusal, useSave } from './use-save.ts';

type Given = {
  editing: Editing;
  draft: ReturnType<typeof useDraft>;
  origin: Origin;
};

/** Stores the definition, and then opens the page of the automation, unless someone kept editing. */
export function useSaving({ editing, draft, origin }: Given) {
  const navigate = useNavigate();
  const { definition } = editing;
  const { base, setBase } = draft;
  const current = useRef(definition);
  useEffect(() => {
    current.current = definition;
  }, [definition]);
  const save = useSave(origin, (stored, edited) => {
    draft.forget();
    notify.done(t`Saved.`);
    if (current.current === edited) {
      void navigate({
        to: '/automations/$automationId',
        params: { automationId: stored.id },
        ignoreBlocker: true,
      });
      return;
    }
    setBase(stored);
    editing.markSaved(edited);
  });
  const refused = useMemo(() => problemsOfRefusal(save.error), [save.error]);
  // A refusal no longer applies once something is changed after it arrived.
  const [refusedOf, setRefusedOf] = useState<AutomationDefinition>();
  const onError = () => setRefusedOf(current.current);
  const problems = refusedOf === definition ? refused : NONE;
  return {
    error: save.error,
    /** The error, unless another part of the page shows it. */
    unexplained: isOutdated(save.error) || refused.length > 0 ? undefined : save.error,
    isPending: save.isPending,
    discard: () => {
      draft.discard();
      save.reset();
    },
    refused: problems,
    save: (sent: AutomationDefinition) =>
      save.mutateAsync({ definition: sent, base, edited: definition }, { onError }),
    saveOver: (sent: AutomationDefinition, theirs: Automation) => {
      setBase(theirs);
      save.mutate({ definition: sent, base: theirs, edited: definition }, { onError });
    },
    /** Shows what the other person saved. Undo restores the person's own version. */
    takeTheirs: (theirs: Automation) => {
      setBase(theirs);
      editing.change(theirs.definition, t`Version ${{ number: theirs.version }}`);
      editing.close('when');
      save.reset();
    },
  };
}

const NONE: ReturnType<typeof problemsOfRefusal> = [];
