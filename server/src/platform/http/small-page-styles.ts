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
input[type='text'], input[type='password'] { width: 100%; min-height: 3rem; padding: .6rem .75rem; font: inherit;
  color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; }
input.unseen { position: absolute; width: 1px; min-height: 1px; height: 1px; padding: 0; border: 0; opacity: 0; }
.rule { color: var(--soft); font-size: .9rem; margin-top: .35rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .3rem; }
.device { display: flex; align-items: center; gap: 1rem; margin: 1.25rem 0; }
.device img { flex: none; width: 4.5rem; height: 4.5rem; object-fit: contain; border-radius: 10px; background: #eef1f6; }
.device b { display: block; line-height: 1.3; }
label.choice { display: flex; margin: 0; font-weight: 400; align-items: center; gap: .75rem; min-height: 3rem; padding: .4rem .25rem; cursor: pointer;
  border-bottom: 1px solid var(--line); }
label.choice:last-of-type { border-bottom: 0; }
.choice input { flex: none; width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--accent); }
.choice:hover { background: var(--glaze); }
.soft { color: var(--soft); font-size: .9rem; }
.problem { color: var(--alert); background: var(--alert-ground); border-radius: 8px; padding: .7rem .85rem; }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1.25rem; padding: .7rem; text-align: center;
  font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px;
  cursor: pointer; text-decoration: none; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button:hover, .button:hover { filter: brightness(1.08); }
`;
