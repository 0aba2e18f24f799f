import type { PortalOverview } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '../../design/page-icons.generated.ts';
import { useMay } from '../session/session.ts';
import classes from './first-steps.module.css';

type Steps = PortalOverview['first_steps'];

const steps = () =>
  [
    {
      name: 'application',
      title: t`Register an application`,
      text: t`It gives your app a client ID and a secret, which is shown once.`,
      to: '/applications/new',
      link: t`New application`,
    },
    {
      name: 'user',
      title: t`Sign up a user`,
      text: t`Run the commands under “Try it” on the application’s page.`,
      to: '/applications',
      link: t`Applications`,
    },
    {
      name: 'device',
      title: t`Give the user a device`,
      text: t`Create a virtual device. The platform simulates it, and it behaves like a real one.`,
      to: '/virtual-devices',
      link: t`Virtual devices`,
    },
  ] as const;

/** Shows the first steps of a developer, with those that are done. It disappears when all are. */
export function FirstSteps({ steps: done }: { steps: Steps }) {
  const mayChange = useMay('developer');
  if (!mayChange || steps().every(({ name }) => done[name])) return null;
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h4" mb="sm" id="first-steps">
        <Trans>First steps</Trans>
      </Title>
      <ol className={classes.steps}>
        {steps().map(({ name, title, text, to, link }, index) => (
          <li key={name} className={classes.step} data-done={done[name] || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {done[name] ? <IconCheck size={16} stroke={2.5} /> : index + 1}
            </span>
            <div>
              <Text fw={600}>
                {title}
                {done[name] && (
                  <span className="visually-hidden">
                    {' '}
                    <Trans>(done)</Trans>
                  </span>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
              {!done[name] && (
                <Anchor component={Link} to={to} size="sm" fw={600} className={classes.link ?? ''}>
                  {link}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
