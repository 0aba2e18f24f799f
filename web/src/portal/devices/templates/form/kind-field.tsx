import { t } from '@lingui/core/macro';
import { Autocomplete } from '@mantine/core';
import { useDraft, useMember } from '../draft/draft.tsx';

/** Chooses an existing kind, or a new one. */
export function KindField() {
  const { vocabulary } = useDraft();
  const { value, set, error, isReadOnly } = useMember(['kind']);
  return (
    <Autocomplete
      label={t`Kind`}
      value={typeof value === 'string' ? value : ''}
      data={vocabulary.kinds}
      onChange={set}
      readOnly={isReadOnly}
      error={error === undefined ? undefined : t`It ${error}.`}
      maxLength={100}
    />
  );
}
