import { describeOutcome } from '@azulejo/automations/words/history';
import type { Automation, AutomationRun } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { IconChevronDown } from '../../../../design/icons.generated.ts';
import { IconAlertTriangle, IconCheck, IconMinus } from '../../../../design/page-icons.generated.ts';
import { formatTime, usePreferences } from '../../../person/preferences/use-preferences.ts';
import { sentencesQuery } from '../data/sentences-query.ts';
import { Verdicts } from '../parts/verdicts.tsx';
import type { Entry } from './entries.ts';
import classes from './history.module.css';
import { toneOf } from './outcome-names.ts';
import { RunDetails } from './run-details.tsx';

/** Shows a run or a miss in a line, which opens to what was true then and what was done. */
export function EntryItem({ automation, entry }: { automation: Automation; entry: Entry }) {
  const reading = usePreferences();
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  const tone = entry.kind === 'run' ? toneOf(entry.run.outcome) : 'quiet';
  return (
    <li className={classes.entry} data-tone={tone}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, reading)}</time>
        <ToneIcon tone={tone} />
        {entry.kind === 'run' ? <RunTitle run={entry.run} /> : <span>{entry.miss.text}</span>}
        <IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />
      </button>
      {isOpen && (
        <div id={details} className={classes.details}>
          {entry.kind === 'run' ? (
            <RunDetails automationId={automation.id} runId={entry.run.id} />
          ) : (
            <MissDetails conditions={entry.miss.conditions ?? []} />
          )}
        </div>
      )}
    </li>
  );
}

function RunTitle({ run: { outcome, because } }: { run: AutomationRun }): ReactNode {
  const { data: words } = useQuery(sentencesQuery());
  return (
    <span>
      <b>{outcome === 'done' ? <Trans>Ran</Trans> : words && describeOutcome(outcome, words.history)}</b>
      <small>{because}</small>
    </span>
  );
}

function MissDetails({ conditions }: Pick<AutomationRun, 'conditions'>) {
  if (conditions.length > 0) return <Verdicts conditions={conditions} />;
  return (
    <p>
      <Trans>Its conditions were not looked at.</Trans>
    </p>
  );
}

function ToneIcon({ tone }: { tone: ReturnType<typeof toneOf> }) {
  const icon = { size: 16, stroke: 2.25, 'aria-hidden': true } as const;
  return (
    <span className={classes.dot}>
      {tone === 'good' ? (
        <IconCheck {...icon} />
      ) : tone === 'quiet' ? (
        <IconMinus {...icon} />
      ) : (
        <IconAlertTriangle {...icon} />
      )}
    </span>
  );
}
