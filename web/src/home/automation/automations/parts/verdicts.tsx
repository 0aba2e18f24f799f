import type { AutomationVerdict } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { IconX } from '../../../../design/icons.generated.ts';
import { IconCheck, IconQuestionMark } from '../../../../design/page-icons.generated.ts';
import classes from './verdicts.module.css';

/** Shows what conditions were: ✓ true, ✗ not true, ? not known, each with the value that decided it. */
export function Verdicts({ conditions }: { conditions: readonly AutomationVerdict[] }) {
  if (conditions.length === 0) return null;
  return (
    <ul className={classes.verdicts}>
      {conditions.map(({ id, text, is, value_text: value }) => (
        <li key={id} data-is={String(is)}>
          <VerdictIcon is={is} />
          <span>
            {text}
            {value !== undefined && <small> {value}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function VerdictIcon({ is }: Pick<AutomationVerdict, 'is'>) {
  const icon = { size: 16, stroke: 2.25, role: 'img' } as const;
  if (is === null) return <IconQuestionMark {...icon} aria-label={t`Not known`} />;
  return is ? <IconCheck {...icon} aria-label={t`True`} /> : <IconX {...icon} aria-label={t`Not true`} />;
}
