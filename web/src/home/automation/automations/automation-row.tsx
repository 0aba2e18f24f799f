import type { Automation } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './automations.module.css';
import { dayText } from './day-text.ts';
import type { Wording } from './editor/words/use-wording.ts';
import { AutomationSwitch } from './parts/automation-switch.tsx';
import { SentenceText } from './sentence-text.tsx';
import { Story } from './story.tsx';
import { Troubles } from './troubles.tsx';

type Props = { automation: Automation; wording: Wording | undefined };

/** Shows an automation in words, with its switch, when it ran and runs next, and what is wrong with it. */
export function AutomationRow({ automation, wording }: Props) {
  const { id, definition, enabled, last_run: last, next, health } = automation;
  const reading = usePreferences();
  const { label } = definition;
  return (
    <li className={classes.row}>
      <h3>
        <Link to="/automations/$automationId" params={{ automationId: id }}>
          {label}
        </Link>
      </h3>
      <AutomationSwitch automation={automation} className={classes.switch} />
      <p className={classes.sentence}>
        <SentenceText automation={automation} wording={wording} />
      </p>
      <p className={classes.runs}>
        <span>
          {last ? <Trans>Last run: {dayText(last, reading)}</Trans> : <Trans>It has not run yet</Trans>}
        </span>
        {next && enabled && health !== 'invalid' && (
          <span>
            <Trans>Next run: {dayText(next, reading)}</Trans>
          </span>
        )}
      </p>
      <Troubles automation={automation} />
      {automation.stopped && (
        <div className={classes.story}>
          <Story automation={automation} />
        </div>
      )}
    </li>
  );
}
