import type { PortalOverview } from '@azulejo/contract';
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '../../design/icons.generated.ts';
import { useMay } from '../session/session.ts';
import classes from './first-steps.module.css';

type Steps = PortalOverview['first_steps'];

const steps = [
  {
    name: 'application',
    title: 'Register an application',
    text: 'It gives your app a client ID and a secret, which is shown once.',
    to: '/applications/new',
    link: 'New application',
  },
  {
    name: 'user',
    title: 'Sign up a user',
    text: 'Run the commands under “Try it” on the application’s page.',
    to: '/applications',
    link: 'Applications',
  },
  {
    name: 'device',
    title: 'Give the user a device',
    text: 'Create a virtual device. The platform simulates it, and it behaves like a real one.',
    to: '/virtual-devices',
    link: 'Virtual devices',
  },
] as const;

/** The first steps of a developer, with those that are done. It disappears when all are. */
export function FirstSteps({ steps: done }: { steps: Steps }) {
  const mayChange = useMay('developer');
  if (!mayChange || steps.every(({ name }) => done[name])) return null;
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h4" mb="sm" id="first-steps">
        First steps
      </Title>
      <ol className={classes.steps}>
        {steps.map(({ name, title, text, to, link }, index) => (
          <li key={name} className={classes.step} data-done={done[name] || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {done[name] ? <IconCheck size={16} stroke={2.5} /> : index + 1}
            </span>
            <div>
              <Text fw={600}>
                {title}
                {done[name] && <span className="visually-hidden"> (done)</span>}
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
