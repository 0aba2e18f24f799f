import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Mark } from '../../../../design/mark.tsx';
import { TilePattern } from '../../../../design/pattern.tsx';
import classes from './entrance.module.css';

/** Frames the pages before the sign-in. */
export function Entrance({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = t`${title} · Azulejo Portal`;
  }, [title]);
  return (
    <div className={classes.entrance}>
      <div className={classes.wall}>
        <TilePattern className={classes.pattern} />
      </div>
      <main className={classes.side}>
        <div className={classes.content}>
          <div className={classes.brand}>
            <Mark size={36} />
            <Text fw={700} size="lg">
              <Trans>Azulejo</Trans>
            </Text>
            <Text c="dimmed" size="lg">
              <Trans>Portal</Trans>
            </Text>
          </div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={6}>
              {lead}
            </Text>
          )}
          <div className={classes.form}>{children}</div>
        </div>
      </main>
    </div>
  );
}
