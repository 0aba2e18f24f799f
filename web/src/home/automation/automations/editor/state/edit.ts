import { withPartIds } from '@azulejo/automations/definition';
import type { AutomationDefinition } from '@azulejo/contract';
import { type EditAction, type Edits, reduceEdits, startEdits } from '../../../../../design/edits.ts';

/** An automation that is being edited. Each of its parts has an id. */
export type Edit = Edits<AutomationDefinition>;

/** Begins to edit a definition; `draft` is how it was changed before. */
export const startEdit = (saved: AutomationDefinition, draft = saved): Edit =>
  startEdits(withPartIds(saved), withPartIds(draft));

export const reduceEdit = (edit: Edit, action: EditAction<AutomationDefinition>): Edit =>
  reduceEdits(edit, 'value' in action ? { ...action, value: withPartIds(action.value) } : action);
