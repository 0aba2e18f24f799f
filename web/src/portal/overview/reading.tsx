import { Anchor, Text } from '@mantine/core';
import { Section } from '../parts/section.tsx';
import classes from './reading.module.css';

const links = [
  { href: '/docs', title: 'API reference', text: 'Every operation. Try them on the page.' },
  { href: '/docs/live', title: 'Live reference', text: 'Topics and messages over MQTT.' },
  { href: '/openapi.json', title: 'OpenAPI document', text: 'For tools and generated clients.' },
  { href: '/home', title: 'Home', text: 'Where people see and use their devices.' },
];

/** Links to documentation outside the portal. */
export function Reading() {
  return (
    <Section title="Documentation">
      <ul className={classes.list}>
        {links.map(({ href, title, text }) => (
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
