import type { Plugin } from 'postcss';

/** Colors of Mantine that no page uses; a test fails when one is named. Each has 26 variables in every entry's sheet. */
const UNUSED = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'green', 'lime', 'yellow', 'orange'];

const VARIABLE = new RegExp(`^--mantine-color-(?:${UNUSED.join('|')})-`);

/** Leaves the variables of unused colors out of the style sheets. */
export function dropUnusedColors(): Plugin {
  return {
    postcssPlugin: 'drop-unused-colors',
    OnceExit(sheet) {
      sheet.walkDecls(VARIABLE, (declaration) => {
        declaration.remove();
      });
    },
  };
}
