import { t } from '@lingui/core/macro';
import { Anchor, Text } from '@mantine/core';
import { Section } from '../ui/section.tsx';
import classes from './reading.module.css';

const links = () => [
  { href: '/docs', title: t`API reference`, text: t`Every operation. Try them on the page.` },
  { href: '/docs/live', title: t`Live reference`, text: t`Topics and messages over MQTT.` },
  { href: '/openapi.json', title: t`OpenAPI document`, text: t`For tools and generated clients.` },
  { href: '/home', title: t`Home`, text: t`Where people see and use their devices.` },
];

/** Lists links to documentation outside the portal. */
export function Reading() {
  return (
    <Section title={t`Documentation`}>
      <ul className={classes.list}>
        {links().map(({ href, title, text }) => (
          <li key={href} className={classes.item}>
            <Anchor href={href} fw={600}>
              {title}
            </Anchor>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
