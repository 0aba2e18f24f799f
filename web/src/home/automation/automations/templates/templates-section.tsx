import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { TemplateCards } from './template-cards.tsx';
import classes from './templates.module.css';
import { templatesQuery } from './templates-query.ts';

const FEW = 4;

/** Offers four ready automations to begin with; shows nothing if none fits. */
export function TemplatesSection({ title }: { title: string }) {
  const { client } = useSession();
  const { data } = useQuery(templatesQuery(client));
  const few = useMemo(() => data?.slice(0, FEW) ?? [], [data]);
  if (!data || few.length === 0) return null;
  return (
    <section className={classes.ready} aria-labelledby="ready">
      <h2 id="ready">{title}</h2>
      <TemplateCards templates={few} heading="h3" />
      {data.length > FEW && (
        <Link to="/automations/templates" className={classes.all}>
          <Trans>All ready automations</Trans>
        </Link>
      )}
    </section>
  );
}
