import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { errorText } from '../../design/error-text.ts';
import { KindIcon } from '../../tiles/kind-icon.tsx';
import type { Added } from './add-found.ts';
import classes from './catalogue.module.css';

/** What is in the home now. */
export function AddedPanel({ added, kind }: { added: Added; kind: string }) {
  const { devices, wereThere, unplaced } = added;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const them = devices.length === 1 ? 'It is' : 'They are';
  return (
    <Stack gap="md">
      <Text component="h2" ref={heading} tabIndex={-1} fw={650} size="lg" m={0}>
        {wereThere ? `${them} in your home already` : `${them} in your home`}
      </Text>
      {unplaced !== undefined && (
        <Text role="alert">Not all stand in the area that you chose. {errorText(unplaced)}</Text>
      )}
      <ul className={classes.rows}>
        {devices.map(({ id, name, area }) => (
          <li key={id} className={classes.added}>
            <KindIcon kind={kind} />
            <span className={classes.names}>
              <Link to="/devices/$channelId" params={{ channelId: id }} className={classes.name}>
                {name}
              </Link>
              {!wereThere && unplaced === undefined && <span className={classes.maker}>{area}</span>}
            </span>
          </li>
        ))}
      </ul>
      <Group>
        <Button renderRoot={(props) => <Link to="/" {...props} />} size="md">
          Go to your home
        </Button>
        <Button renderRoot={(props) => <Link to="/add" {...props} />} size="md" variant="default">
          Add another
        </Button>
      </Group>
    </Stack>
  );
}
