import type { Agent } from '@azulejo/contract';
import { IconAlertTriangle } from '../../design/page-icons.generated.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import classes from './automations.module.css';
import { dayText } from './day-text.ts';
import { troublesOf } from './trouble.ts';

/** Shows each problem of an automation as a note. */
export function Troubles({ agent }: { agent: Agent }) {
  const reading = usePreferences();
  const troubles = troublesOf(agent, agent.stopped ? dayText(agent.stopped.at, reading) : '');
  if (troubles.length === 0) return null;
  return (
    <ul className={classes.troubles}>
      {troubles.map(({ tone, text }) => (
        <li key={text} data-tone={tone}>
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
