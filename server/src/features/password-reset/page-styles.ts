/** The blue and the ochre of painted tiles on a quiet ground; light and dark, and as wide as a phone. */
export const STYLES = `
:root { color-scheme: light dark; --ground: #f3f5f9; --card: #fff; --ink: #1b1f2a; --soft: #5a6170; --line: #c3cad7;
  --accent: #1f4e96; --on-accent: #fff; --ochre: #c98a1b; --alert: #9c2a1e; --alert-ground: #fcefec; --glaze: #f7f9fd; }
@media (prefers-color-scheme: dark) { :root { --ground: #101319; --card: #181c24; --ink: #e8eaf0; --soft: #a3aaba;
  --line: #3c4454; --accent: #8fb4ee; --on-accent: #0d1a30; --ochre: #dfa54a; --alert: #ffb4a8; --alert-ground: #35201d;
  --glaze: #1f2531; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1rem;
  background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  overflow-wrap: anywhere; }
main { width: 100%; max-width: 26rem; background: var(--card); border-radius: 14px; padding: 1.75rem 1.5rem 1.5rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 8px 32px rgb(0 0 0 / 7%); }
.tiles { display: block; width: 8rem; height: 2rem; margin-bottom: 1.25rem; }
.glaze { fill: var(--glaze); stroke: var(--line); stroke-width: .5; }
.blue { fill: var(--accent); opacity: .85; }
.ochre { fill: var(--ochre); }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
form { margin: 1.25rem 0; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
input { width: 100%; min-height: 3rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: 8px; }
.unseen { position: absolute; width: 1px; min-height: 1px; height: 1px; padding: 0; border: 0; opacity: 0; }
.rule { color: var(--soft); font-size: .9rem; margin-top: .35rem; }
.problem { color: var(--alert); background: var(--alert-ground); border-radius: 8px; padding: .7rem .85rem; }
button { width: 100%; min-height: 3rem; margin-top: 1.25rem; font: inherit; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button:hover { filter: brightness(1.08); }
`;
