import { invalidField } from '../../platform/api-error.ts';

/**
 * Returns the label, trimmed. Throws `invalid_request` if empty: a known app cannot show it (android-app
 * 2.4).
 */
export function checkedLabel(label: string): string {
  const trimmed = label.trim();
  if (trimmed === '') throw invalidField('label', 'must not be empty');
  return trimmed;
}
