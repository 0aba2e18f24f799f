import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import classes from './ways.module.css';

type Props = {
  /** The page that the card opens; without it, the card is not a link. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  icon: ComponentType<{ size: number; stroke: number }>;
  title: string;
  children: ReactNode;
  isSmall?: boolean;
};

/** Shows a card that links to a way of adding devices. */
export function Way({ link, icon: Icon, title, children, isSmall = false }: Props) {
  const content = (
    <>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={isSmall ? 24 : 30} stroke={1.6} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{children}</span>
      </span>
    </>
  );
  if (!link) return <div className={classes.door}>{content}</div>;
  return (
    <Link {...link} className={classes.door} data-small={isSmall || undefined}>
      {content}
      <IconChevronRight size={20} className={classes.arrow} aria-hidden="true" />
    </Link>
  );
}
