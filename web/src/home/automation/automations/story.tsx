import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPencil } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import { automationsQuery } from './data/automations-query.ts';
import { SwitchOnAgain } from './parts/automation-switch.tsx';
import classes from './story.module.css';

/** Explains why an automation was stopped, and offers to change it or to switch it on again. */
export function Story({ automation }: { automation: Automation }) {
  const { stopped } = automation;
  if (!stopped) return null;
  return (
    <div className={classes.story}>
      {stopped.chain.length > 1 && (
        <>
          <p>
            <Trans>What led to this</Trans>
          </p>
          <Chain ids={stopped.chain} />
        </>
      )}
      <div className={classes.actions}>
        <SwitchOnAgain automation={automation} />
        <Link
          to="/automations/$automationId/edit"
          params={{ automationId: automation.id }}
          className={classes.edit}
        >
          <IconPencil size={18} aria-hidden="true" />
          <Trans>Edit</Trans>
        </Link>
      </div>
    </div>
  );
}

/** Lists automations that started each other, in their order. */
function Chain({ ids }: { ids: readonly string[] }) {
  const { client } = useSession();
  const { data } = useQuery(automationsQuery(client));
  const nameOf = (id: string) => data?.elements.find((automation) => automation.id === id)?.definition.label;
  return (
    <ol aria-label={t`What led to this`}>
      {ids.map((id, index) => {
        const name = nameOf(id);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an automation may be there several times.
          <li key={index}>
            {name === undefined ? (
              <Trans>A deleted automation</Trans>
            ) : (
              <Link to="/automations/$automationId" params={{ automationId: id }}>
                {name}
              </Link>
            )}
          </li>
        );
      })}
      <li>
        <Trans>… and so again</Trans>
      </li>
    </ol>
  );
}
