import type { ComponentProps } from 'react';
import classes from './quiet-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'>;

/** Draws a button without a frame, for actions that must not distract from the panel above them. */
export const QuietButton = (props: Props) => <button {...props} type="button" className={classes.button} />;
