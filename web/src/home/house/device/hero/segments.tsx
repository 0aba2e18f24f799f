import classes from './hero.module.css';

type Option<Value> = { readonly value: Value; readonly label: string };

/** Offers a few choices side by side, one of which is chosen. */
export function Segments<Value extends string>(props: {
  label: string;
  value: Value | undefined;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}) {
  const { label, value: chosen, options, onChange } = props;
  return (
    <fieldset className={classes.segments} aria-label={label}>
      {options.map(({ value, label: text }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChange(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
