import { errorText, fieldErrors } from './error-text.ts';
import classes from './form-error.module.css';

/** Why what was sent was refused; what is about a field stands beside that field. */
export function FormError({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const isBesideFields = Object.keys(fieldErrors(error)).some((field) => shown.includes(field));
  return (
    <div role="alert" className={classes.alert}>
      {error && !isBesideFields ? <p className={classes.error}>{errorText(error)}</p> : null}
    </div>
  );
}
