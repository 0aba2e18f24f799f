import type { Agent } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { agentsQuery } from './data/agents-query.ts';
import classes from './story.module.css';

/** Tells which automations started each other before one was stopped. */
export function Story({ stopped }: { stopped: NonNullable<Agent['stopped']> }) {
  const { client } = useSession();
  const { data } = useQuery(agentsQuery(client));
  if (stopped.chain.length < 2) return null;
  const nameOf = (id: string) => data?.elements.find((agent) => agent.id === id)?.definition.label;
  return (
    <section className={classes.card} aria-labelledby="story">
      <h2 id="story">
        <Trans>How it came to that</Trans>
      </h2>
      <ol>
        {stopped.chain.map((id, index) => {
          const name = nameOf(id);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an automation may be there several times.
            <li key={index}>
              {name === undefined ? (
                <Trans>An automation that is gone</Trans>
              ) : (
                <Link to="/automations/$agentId" params={{ agentId: id }}>
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
    </section>
  );
}
