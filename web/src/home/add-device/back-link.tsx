import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronLeft } from '../../design/icons.generated.ts';
import classes from './catalogue.module.css';

type Props = { to: '/add' | '/add/real' | '/add/virtual' | '/add/supported'; children: ReactNode };

/** Leads to the page above this one. */
export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} search={{}} className={classes.back}>
      <IconChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  );
}
