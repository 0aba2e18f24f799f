import { Stack, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '../../../design/mark.tsx';
import { TilePattern } from '../../../design/pattern.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import classes from './frame.module.css';

/** Frames the pages before the sign-in. */
export function Frame({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  usePageTitle(title);
  return (
    <main className={classes.frame}>
      <TilePattern className={classes.wall} />
      <div className={classes.card}>
        <Stack gap="lg">
          <Mark size={44} />
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {children}
        </Stack>
        {foot && <div className={classes.foot}>{foot}</div>}
      </div>
    </main>
  );
}

/** Explains above the form why it is shown. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  );
}

/** Shows an error. It takes the focus, so that screen readers announce it each time. */
export function Problem({ children }: { children: ReactNode }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    element.current?.focus();
  }, []);
  return (
    <p className={classes.problem} role="alert" tabIndex={-1} ref={element}>
      {children}
    </p>
  );
}

export function FrameLink(props: LinkProps & { children: ReactNode }) {
  return <Link className={classes.link} {...props} />;
}
