import type { ComponentProps } from 'react';
import classes from './quiet-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'>;

/** Shows a button without a frame, for what few people need. */
export const QuietButton = (props: Props) => <button {...props} type="button" className={classes.button} />;
