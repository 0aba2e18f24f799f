import type { Plugin } from 'postcss';

/** Colors of Mantine that no page uses; a test fails when one is named. Each has 26 variables in every entry's sheet. */
const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'green', 'lime', 'yellow', 'orange'];

/**
 * A media query cannot read a variable, so the variables of breakpoints are never used. Those of outlines are used
 * only by the variant `outline`, which no page has.
 */
const VARIABLE = new RegExp(
  `^--mantine-(?:(?:color-(?:${UNUSED_COLORS.join('|')})|breakpoint)-|color-[a-z]+-outline(?:-hover)?$)`,
);

/** Leaves variables of Mantine that nothing uses out of the style sheets. */
export function dropUnusedVariables(): Plugin {
  return {
    postcssPlugin: 'drop-unused-variables',
    OnceExit(sheet) {
      sheet.walkDecls(VARIABLE, (declaration) => {
        declaration.remove();
      });
    },
  };
}
