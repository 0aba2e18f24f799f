import { BASE_STYLES, FONTS } from '../../platform/http/page-styles.ts';

/** Styles of a page as wide as a list of cards, on the background of the web pages. */
export const STYLES = `${BASE_STYLES}
.page { max-width: 62rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { margin: 1.5rem 0 .35rem; font-size: clamp(1.5rem, 4vw, 2rem); }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
p { margin: 0 0 1rem; max-width: 42rem; }
.soft { color: var(--quiet); }
form { display: grid; grid-template-columns: 1fr; gap: .75rem; margin: 1.25rem 0; align-items: end; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
input, select, form button { width: 100%; min-height: 3rem; padding: .6rem .75rem; font: inherit; border-radius: 8px; }
input, select { color: inherit; background: var(--surface); border: 1px solid var(--quiet); }
form button { font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; cursor: pointer; }
form button:hover { filter: brightness(1.08); }
select:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; }
.models { display: grid; gap: .75rem; }
.model { position: relative; display: flex; gap: .9rem; align-items: center; padding: .75rem; min-height: 5rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.model:hover { border-color: var(--accent); }
.model img, .device img { flex: none; object-fit: contain; border-radius: 10px; background: var(--accent-soft); }
.model a { font-weight: 600; text-decoration: none; line-height: 1.3; }
.model a::after { content: ''; position: absolute; inset: 0; border-radius: 12px; }
.model a:focus-visible { outline: 0; }
.model a:focus-visible::after { outline: 2px solid var(--accent); outline-offset: 2px; }
.model span { display: block; font-size: .9rem; }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin-top: 1.5rem; }
.pages a { padding: .6rem .9rem; min-height: 2.75rem; }
.device { display: flex; gap: 1.25rem; align-items: center; margin: 1.5rem 0 1rem; }
.device h1 { margin: 0; }
.features { max-width: 42rem; border-top: 1px solid var(--line); }
.features li { display: flex; flex-wrap: wrap; gap: .1rem 1rem; padding: .55rem 0;
  border-bottom: 1px solid var(--line); }
.features span { margin-left: auto; color: var(--quiet); font-size: .9rem; text-align: right; }
/* The tiles' own styles come from the web pages. */
:root { --mantine-font-family: ${FONTS}; }
.drawn > p { margin-bottom: .5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem; }
.tiles > div { height: 4.5rem; border-radius: 1rem; background: var(--surface); }
@media (scripting: none) { .drawn { display: none; } }
.back { margin-top: 2rem; }
@media (min-width: 40rem) {
  form { grid-template-columns: 1fr 14rem auto; }
  form button { width: auto; padding-inline: 1.5rem; }
  .models { grid-template-columns: 1fr 1fr; }
  .columns { columns: 2; column-gap: 2rem; }
  .columns li { break-inside: avoid; }
}
`;
