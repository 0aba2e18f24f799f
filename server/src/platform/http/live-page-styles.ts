/** The look of the API reference beside it: the blue and the ochre of painted tiles, light and dark, any width. */
export const STYLES = `
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #5b5f69; --line: #dfe2e8; --ground: #fff; --block: #f5f6f8;
  --accent: #1f4e96; --second: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e7ea; --soft: #a4a8b3; --line: #2e3138; --ground: #0f1013;
  --block: #1a1c21; --accent: #8fb4ee; --second: #dfa54a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin: 3rem 0 0.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { margin: 2rem 0 0.25rem; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: 0.875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
code { background: var(--block); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--block); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem;
  white-space: pre-wrap; margin: 0.5rem 0; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
.send, .receive { font-size: 0.8em; font-weight: 600; }
.send { color: var(--accent); }
.receive { color: var(--second); }
.soft { color: var(--soft); }
footer { padding-bottom: 3rem; }
`;
