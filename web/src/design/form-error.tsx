import { AzulejoError } from '@azulejo/sdk';
import { errorText, fieldErrors } from './error-text.ts';
import classes from './form-error.module.css';

type Props = {
  error: unknown;
  /** The form's own fields, which show their errors themselves. */
  shown?: readonly string[];
  /** Texts that replace the usual ones here, by the platform’s error code. */
  words?: Readonly<Record<number, string>>;
};

/** Shows why a submitted form was refused. */
export function FormError({ error, shown = [], words = {} }: Props) {
  const own = error instanceof AzulejoError ? words[error.code ?? 0] : undefined;
  const isShownAtFields = Object.keys(fieldErrors(error)).some((field) => shown.includes(field));
  return (
    <div role="alert" className={classes.alert}>
      {error && !isShownAtFields ? <p className={classes.error}>{own ?? errorText(error)}</p> : null}
    </div>
  );
}
