import type { Automation, AutomationDefinition } from '@azulejo/contract';
import { useState } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { keepDraft, readDraft } from './drafts.ts';

type Given = {
  /** The stored automation when the page opens; undefined for a new one. */
  automation: Automation | undefined;
  /** Identifies the draft of a new one. */
  newId: string;
};

/** Returns the draft with which the page opens, and the stored automation that the next save replaces. */
export function useDraft({ automation, newId }: Given) {
  const { signIn } = useSession();
  const [opened] = useState(() => {
    const draft = readDraft(signIn.storage(), automation?.id ?? newId);
    // If another version was saved since the draft was kept, the platform refuses to replace it without asking.
    const base =
      automation && draft?.revision !== undefined ? { ...automation, _rev: draft.revision } : automation;
    return { draft, newId, automation, base };
  });
  const [base, setBase] = useState(opened.base);
  const id = base?.id ?? opened.newId;
  const forget = () => keepDraft(signIn.storage(), id);
  return {
    definition: opened.draft?.definition,
    base,
    setBase,
    /** Whether the draft is edited that was kept earlier. */
    isOpen: opened.draft !== undefined && base === opened.base,
    keep: (definition: AutomationDefinition) =>
      keepDraft(signIn.storage(), id, { definition, revision: base?._rev }),
    forget,
    /** Deletes the draft. What is changed from now on is based on what was stored when the page opened. */
    discard: () => {
      forget();
      if (base === opened.base) setBase(opened.automation);
    },
  };
}
