import type { Clauses } from '@azulejo/automations/words';
import type { AutomationCheck, AutomationDefinition } from '@azulejo/contract';
import { createContext } from 'react';
import { useRequired } from '../../../../../design/use-required.ts';
import type { Edit } from '../state/edit.ts';
import type { ClauseName, Placed } from '../state/parts.ts';
import type { Wording } from '../words/use-wording.ts';

/** Says what is open: a word of the sentence, or the adding of a part to a clause. */
export type Opened = { readonly path: string; readonly role: string } | { readonly add: ClauseName };

/** Holds what was typed for the value at a path and is not valid yet, so that it is not in the definition. */
export type Unread = { readonly path: string; readonly text: string };

/** Holds what the parts of the editor share. */
export type Editor = {
  readonly edit: Edit;
  readonly definition: AutomationDefinition;
  /** Id of the stored automation; undefined for a new one. */
  readonly automationId: string | undefined;
  readonly clauses: Clauses;
  readonly wording: Wording;
  /** Holds the platform's check of the definition; undefined while a word is missing, and before the first reply. */
  readonly check: AutomationCheck | undefined;
  /** Problems by the path of the word at which they are shown. */
  readonly problems: ReadonlyMap<string, AutomationCheck['problems'][number]>;
  readonly opened: Opened | undefined;
  readonly open: (what: Opened) => void;
  /** Closes what is opened; `focus` is the path of the word that gets the focus. */
  readonly close: (focus?: string) => void;
  /** Changes the definition; `text` says what was changed. */
  readonly change: (definition: AutomationDefinition, text: string) => void;
  /**
   * Changes the value at a path; `describedBy` is the path of the word that describes the change, if it is
   * another one.
   */
  readonly set: (path: string, value: unknown, describedBy?: string) => void;
  /** Keeps a text that cannot be read yet, so that it is neither lost nor silently left out. */
  readonly unread: Unread | undefined;
  readonly setUnread: (unread: Unread | undefined) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly remove: (path: string) => void;
  readonly move: (path: string, by: number, isDragged?: boolean) => void;
  readonly duplicate: (path: string) => void;
  readonly negate: (path: string) => void;
  /** Takes a changed definition, and puts the focus on its part; `text` is the part in words if absent. */
  readonly place: (placed: Placed, text?: string) => void;
  /** Chooses a part: a new one at the end of a clause, or another one at a path. */
  readonly choose: (at: { readonly add: ClauseName } | { readonly path: string }, part: object) => void;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

export const useEditor = (): Editor => useRequired(EditorContext, 'EditorContext');
