import type { Agent, AgentDefinition } from '@azulejo/contract';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { keepDraft, readDraft } from './drafts.ts';

type Given = {
  /** The stored automation when the page opens; undefined for a new one. */
  agent: Agent | undefined;
  /** Identifies the draft of a new one. */
  newId: string;
};

/** Returns the draft with which the page opens, and the stored automation that the next save replaces. */
export function useDraft({ agent, newId }: Given) {
  const { signIn } = useSession();
  const [opened] = useState(() => {
    const draft = readDraft(signIn.storage(), agent?.id ?? newId);
    // If another version was saved since the draft was kept, the platform refuses to replace it without asking.
    const base = agent && draft?.revision !== undefined ? { ...agent, _rev: draft.revision } : agent;
    return { draft, newId, agent, base };
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
    keep: (definition: AgentDefinition) =>
      keepDraft(signIn.storage(), id, { definition, revision: base?._rev }),
    forget,
    /** Deletes the draft. What is changed from now on is based on what was stored when the page opened. */
    discard: () => {
      forget();
      if (base === opened.base) setBase(opened.agent);
    },
  };
}
