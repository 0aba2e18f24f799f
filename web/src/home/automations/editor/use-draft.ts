import type { Agent, AgentDefinition } from '@azulejo/contract';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { keepDraft, readDraft } from './drafts.ts';

type Given = {
  /** The stored automation when the page opens; undefined for a new one. */
  agent: Agent | undefined;
  /** Whether a new one starts without the draft. */
  isBegun: boolean;
};

/** Returns the draft with which the page opens, and the stored automation that the next save replaces. */
export function useDraft({ agent, isBegun }: Given) {
  const { signIn } = useSession();
  const [opened] = useState(() => {
    const draft = isBegun ? undefined : readDraft(signIn.storage(), agent?.id);
    // If another version was saved since the draft was kept, the platform refuses to replace it without asking.
    const base = agent && draft?.revision !== undefined ? { ...agent, _rev: draft.revision } : agent;
    return { draft, agent, base };
  });
  const [base, setBase] = useState(opened.base);
  const forget = () => keepDraft(signIn.storage(), base?.id);
  return {
    definition: opened.draft?.definition,
    base,
    setBase,
    /** Whether the draft is edited that was kept earlier. */
    isOpen: opened.draft !== undefined && base === opened.base,
    keep: (definition: AgentDefinition) =>
      keepDraft(signIn.storage(), base?.id, { definition, revision: base?._rev }),
    forget,
    /** Deletes the draft. What is changed from now on is based on what was stored when the page opened. */
    discard: () => {
      forget();
      if (base === opened.base) setBase(opened.agent);
    },
  };
}
