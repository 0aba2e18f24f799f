import { BASE_STYLES } from './page-styles.ts';

/** Styles for one card, as wide as a phone, on the background of the web pages. */
export const STYLES = `${BASE_STYLES}
body { min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1rem; }
main { width: 100%; max-width: 26rem; background: var(--surface); border: 1px solid var(--line); border-radius: 14px;
  padding: 1.75rem 1.5rem 1.5rem; }
.brand { margin-bottom: 1.25rem; }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
form { margin: 1.25rem 0; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
input[type='text'], input[type='password'] { width: 100%; min-height: 3rem; padding: .6rem .75rem; font: inherit;
  color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 8px; }
input.unseen { position: absolute; width: 1px; min-height: 1px; height: 1px; padding: 0; border: 0; opacity: 0; }
.rule { color: var(--quiet); font-size: .9rem; margin-top: .35rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .3rem; }
.device { display: flex; align-items: center; gap: 1rem; margin: 1.25rem 0; }
.device img { flex: none; width: 4.5rem; height: 4.5rem; object-fit: contain; border-radius: 10px;
  background: var(--accent-soft); }
.device b { display: block; line-height: 1.3; }
label.choice { display: flex; margin: 0; font-weight: 400; align-items: center; gap: .75rem; min-height: 3rem;
  padding: .4rem .25rem; cursor: pointer; border-bottom: 1px solid var(--line); }
label.choice:last-of-type { border-bottom: 0; }
.choice input { flex: none; width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--accent); }
.choice:hover { background: var(--accent-soft); }
.soft { color: var(--quiet); font-size: .9rem; }
.problem { color: var(--bad); background: var(--bad-soft); border-radius: 8px; padding: .7rem .85rem; }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1.25rem; padding: .7rem;
  text-align: center; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0;
  border-radius: 8px; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.08); }
.back { margin-top: 1.25rem; text-align: center; }
.back a { display: inline-block; padding: .4rem .75rem; }
code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--accent-soft); border-radius: 4px;
  padding: .1em .3em; }
`;
