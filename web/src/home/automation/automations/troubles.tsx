import type { Automation } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { IconAlertTriangle } from '../../../design/page-icons.generated.ts';
import { RemedyButton } from '../../kit/ui/remedy-button.tsx';
import { PlaceSheet } from '../../person/place/lazy-place-sheet.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './automations.module.css';
import { AUTOMATIONS } from './data/automations-query.ts';
import { dayText } from './day-text.ts';
import { troublesOf } from './trouble.ts';

/** Shows each problem of an automation as a note, with a button where this page can end it. */
export function Troubles({ automation }: { automation: Automation }) {
  const reading = usePreferences();
  const queries = useQueryClient();
  const [asksForPlace, setAsksForPlace] = useState(false);
  const troubles = troublesOf(automation, automation.stopped ? dayText(automation.stopped.at, reading) : '');
  if (troubles.length === 0) return null;
  return (
    <>
      <ul className={classes.troubles}>
        {troubles.map(({ tone, text, isOfPlace }) => (
          <li key={text} data-tone={tone}>
            <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
            <div>
              {text}
              {isOfPlace && (
                <RemedyButton aria-haspopup="dialog" onClick={() => setAsksForPlace(true)}>
                  <Trans>Where is your home?</Trans>
                </RemedyButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Suspense>
        {asksForPlace && (
          <PlaceSheet
            onClose={() => setAsksForPlace(false)}
            onSaved={() => void queries.invalidateQueries({ queryKey: [AUTOMATIONS] })}
          />
        )}
      </Suspense>
    </>
  );
}
