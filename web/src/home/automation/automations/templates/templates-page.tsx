import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../../../design/icons.generated.ts';
import { IconArrowLeft } from '../../../../design/page-icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../../design/states.tsx';
import { useSession } from '../../../data/session/session.ts';
import back from '../../../kit/ui/back.module.css';
import { usePageTitle } from '../../../kit/ui/page-title.ts';
import { useIsPhone } from '../../../kit/ui/use-is-phone.ts';
import { TemplateCards } from './template-cards.tsx';
import classes from './templates.module.css';
import { templatesQuery } from './templates-query.ts';

/** Lists the ready automations that fit the person's devices. */
export function TemplatesPage() {
  usePageTitle(t`Ready for your home`);
  const { client } = useSession();
  const { data, error, isPending, refetch } = useQuery(templatesQuery(client));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/automations" className={back.link} aria-label={t`Back to automations`}>
          <IconArrowLeft size={22} aria-hidden="true" />
        </Link>
        <div className={classes.title}>
          <h1 tabIndex={-1}>
            <Trans>Ready for your home</Trans>
          </h1>
          {data && data.length > 0 && <p>{introduction(data.length)}</p>}
        </div>
        <WriteOwn />
      </header>
      {isPending && <LoadingState />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          title={t`None of them fits your devices yet`}
          action={
            <Button component={Link} to="/add">
              <Trans>Add a device</Trans>
            </Button>
          }
        >
          <Trans>With lights, sensors, heating or blinds, ready automations appear here.</Trans>
        </EmptyState>
      )}
      {data && data.length > 0 && <TemplateCards templates={data} heading="h2" />}
    </div>
  );
}

/** Opens the empty editor. */
function WriteOwn() {
  const isPhone = useIsPhone();
  const label = t`Write my own`;
  const to = '/automations/new';
  return isPhone ? (
    <ActionIcon component={Link} to={to} variant="default" size={44} radius="xl" aria-label={label}>
      <IconPlus size={20} aria-hidden="true" />
    </ActionIcon>
  ) : (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}

const introduction = (count: number): string =>
  plural(count, {
    one: '# that fits your devices. Nothing runs before you save it.',
    other: '# that fit your devices. Nothing runs before you save it.',
  });
