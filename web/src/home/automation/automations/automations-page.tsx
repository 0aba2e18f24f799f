import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconSparkles } from '../../../design/page-icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './automations.module.css';
import { automationsQuery } from './data/automations-query.ts';
import { dayText } from './day-text.ts';
import { useWording, type Wording } from './editor/words/use-wording.ts';
import { AutomationSwitch } from './parts/automation-switch.tsx';
import { SentenceText } from './sentence-text.tsx';
import { Story } from './story.tsx';
import { TemplatesSection } from './templates/templates-section.tsx';
import { needsLook } from './trouble.ts';
import { Troubles } from './troubles.tsx';

/** Lists the person's automations in words. Those that need attention come first. */
export function AutomationsPage() {
  usePageTitle(t`Automations`);
  const { client } = useSession();
  const { data, error, isPending, refetch } = useQuery(automationsQuery(client));
  const automations = data?.elements ?? [];
  const wording = useWording();
  const isPhone = useIsPhone();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 tabIndex={-1}>
          <Trans>Automations</Trans>
        </h1>
        {automations.length > 0 && (
          <Button
            component={Link}
            to="/automations/templates"
            variant="default"
            className={classes.action ?? ''}
            aria-label={t`Ready ones`}
          >
            {isPhone ? <IconSparkles size={20} aria-hidden="true" /> : t`Ready ones`}
          </Button>
        )}
        <Button
          component={Link}
          to="/automations/new"
          className={classes.action ?? ''}
          aria-label={t`New automation`}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {isPhone ? t({ message: 'New', context: 'automation' }) : t`New automation`}
        </Button>
      </header>
      {isPending && <LoadingState />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && automations.length === 0 && (
        <>
          <EmptyState title={t`Nothing runs by itself yet`}>
            <Trans>
              An automation does something when something happens: it turns on the hall light when somebody
              comes, for example, but only if it is dark.
            </Trans>
          </EmptyState>
          <TemplatesSection title={t`Ready for your home`} />
        </>
      )}
      <Rows label={t`Need a look`} automations={automations.filter(needsLook)} wording={wording} />
      <Rows
        label={t`Working`}
        automations={automations.filter((automation) => !needsLook(automation))}
        wording={wording}
      />
    </div>
  );
}

type RowsProps = { label: string; automations: readonly Automation[]; wording: Wording | undefined };

function Rows({ label, automations, wording }: RowsProps) {
  const headed = useId();
  if (automations.length === 0) return null;
  return (
    <section className={classes.group} aria-labelledby={headed}>
      <h2>
        <span id={headed}>{label}</span> <span className={classes.count}>{countText(automations)}</span>
      </h2>
      <ul>
        {automations.map((automation) => (
          <AutomationRow key={automation.id} automation={automation} wording={wording} />
        ))}
      </ul>
    </section>
  );
}

/** Returns, for example, `6 on, 1 off`. */
function countText(automations: readonly Automation[]): string {
  const on = automations.filter(({ enabled }) => enabled).length;
  const off = automations.length - on;
  if (off === 0) return t`${on} on`;
  return on === 0 ? t`${off} off` : t`${on} on, ${off} off`;
}

type Props = { automation: Automation; wording: Wording | undefined };

/** Shows an automation in words, with its switch, when it ran and runs next, and what is wrong with it. */
function AutomationRow({ automation, wording }: Props) {
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
