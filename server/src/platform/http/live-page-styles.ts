import { BASE_STYLES, MONOSPACE } from './page-styles.ts';

/** Styles for a text page of any width with the header of the API reference. */
export const STYLES = `${BASE_STYLES}
body { background: var(--surface); line-height: 1.6; }
.bar { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1.5rem; flex-wrap: wrap;
  padding: .5rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line); }
.bar ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.bar li { margin: 0; white-space: nowrap; }
.bar [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-top: 1rem; }
h2 { margin: 3rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { margin: 2rem 0 .25rem; }
h2, h3 { scroll-margin-top: 3.5rem; }
code, pre { font: .875em/1.5 ${MONOSPACE}; }
code { background: var(--ground); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem;
  white-space: pre-wrap; margin: .5rem 0; }
.contents ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
@media (max-width: 40rem) { .bar { position: static; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
.send, .receive { font-size: .8em; font-weight: 600; }
.send { color: var(--accent); }
.receive { color: var(--warn); }
.soft { color: var(--quiet); }
footer { padding-bottom: 3rem; }
`;
