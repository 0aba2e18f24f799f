import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Shows text to be run or read elsewhere unchanged, with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre className={classes.code}>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={code} label={label} />
      </div>
    </div>
  );
}
