import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronLeft } from '../../../design/page-icons.generated.ts';
import type { ModelsSearch } from '../../../models/models-search.ts';
import classes from './catalogue.module.css';

type Props = {
  to: '/add' | '/add/real' | '/add/virtual' | '/add/supported';
  search?: ModelsSearch;
  children: ReactNode;
};

/** Links to the page above this one. */
export function BackLink({ to, search = {}, children }: Props) {
  return (
    <Link to={to} search={search} className={classes.back}>
      <IconChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  );
}
