import type { AutomationTemplate } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { TilePattern } from '../../../../design/pattern.tsx';
import { Count } from '../rehearsal/count.tsx';
import { TemplateIcon } from './template-icon.tsx';
import classes from './templates.module.css';
import { useCounts } from './use-counts.ts';

type Props = {
  readonly templates: readonly AutomationTemplate[];
  /** The level of the headings of the cards. */
  readonly heading: 'h2' | 'h3';
};

/** Shows ready automations, each with its sentence and how often it would have run last week. */
export function TemplateCards({ templates, heading }: Props) {
  const counts = useCounts(templates);
  return (
    <ul className={classes.cards}>
      {templates.map((template) => (
        <Card key={template.id} template={template} heading={heading} count={counts.get(template.id)} />
      ))}
    </ul>
  );
}

type CardProps = {
  readonly template: AutomationTemplate;
  readonly heading: Props['heading'];
  /** Null if it could not be found out, undefined while it is not known yet. */
  readonly count: number | null | undefined;
};

/** Shows a ready automation. Using it opens the editor, where it is changed and saved. */
function Card({ template: { id, title, sentence }, heading: Heading, count }: CardProps) {
  return (
    <li className={classes.card}>
      <TilePattern className={classes.pattern} />
      <span className={classes.icon}>
        <TemplateIcon id={id} />
      </span>
      <Heading>{title}</Heading>
      <p className={classes.sentence}>{sentence}</p>
      <p className={classes.count}>
        {count === undefined && <Trans>Looking through last week …</Trans>}
        {count === null && <Trans>Cannot look back</Trans>}
        {typeof count === 'number' && <Count count={count} />}
      </p>
      <Link
        to="/automations/new"
        search={{ template: id }}
        className={classes.use}
        aria-label={t`Use ${{ automation: title }}`}
      >
        <Trans>Use</Trans>
      </Link>
    </li>
  );
}
