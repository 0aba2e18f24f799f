import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { Choice } from './choice.ts';
import { ChoosePlace } from './choose-place.tsx';
import { ChosenPlace } from './chosen-place.tsx';
import { sunsetText } from './sun-text.ts';

type Props = {
  onClose: () => void;
  /** Called after it was stored, before the sheet closes. */
  onSaved?: () => void;
};

/** Asks where the home is, for the sun and for who is at home, and shows today's sun there. */
export function PlaceSheet({ onClose, onSaved }: Props) {
  const [choice, setChoice] = useState<Choice>();
  const reading = usePreferences();
  const finish = (saved: Choice) => {
    notify.done(sunsetText(saved, reading));
    onSaved?.();
    onClose();
  };
  return (
    <Sheet opened onClose={onClose} title={t`Where is your home?`} size={520}>
      {choice ? (
        <ChosenPlace choice={choice} onChange={() => setChoice(undefined)} onSaved={() => finish(choice)} />
      ) : (
        <ChoosePlace onChoose={setChoice} />
      )}
    </Sheet>
  );
}
