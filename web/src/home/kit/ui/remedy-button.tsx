import type { ComponentProps } from 'react';
import classes from './remedy-button.module.css';

/** Offers what removes a problem, below the text about the problem. */
export const RemedyButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" className={classes.remedy} {...props} />
);
