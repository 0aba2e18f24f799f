import { t } from '@lingui/core/macro';
import {
  type BadgeProps,
  type CloseButtonProps,
  createTheme,
  type MantineColorsTuple,
  type MenuProps,
  type ModalRootProps,
  type PasswordInputProps,
} from '@mantine/core';

/** Cobalt on white glaze: the blue of Portuguese tiles. Shade 6 has 7.6:1 on white, shade 3 has 8.1:1 on the dark ground. */
const azul: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5fb',
  '#b4c8f4',
  '#8aa9ec',
  '#678fe4',
  '#4570d4',
  '#2450b3',
  '#1d4296',
  '#17367c',
  '#0f2556',
];

/** The yellow of the tiles' borders, used sparingly to draw attention. */
const ocre: MantineColorsTuple = [
  '#fff8e5',
  '#ffefc9',
  '#fbdd93',
  '#f6ca5b',
  '#f0b92f',
  '#dfa51c',
  '#a87606',
  '#855c00',
  '#6b4a00',
  '#4d3500',
];

/** Greys with a little blue in them; 7 and above are the backgrounds of the dark scheme. */
const dark: MantineColorsTuple = [
  '#e6eaf5',
  '#c3cbdf',
  '#a6b1cd',
  '#7482a6',
  '#3d4a6b',
  '#2c3857',
  '#222e4b',
  '#172138',
  '#0d1424',
  '#080d19',
];

/** The colour of destructive actions and errors: shade 6 has 6.5:1 under white, shade 5 has 4.8:1. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#fad3cf',
  '#f4a8a1',
  '#ee7c72',
  '#e5574b',
  '#d23a2e',
  '#b3261e',
  '#931f18',
  '#751913',
  '#54120e',
];

const fonts =
  "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Labels the close buttons of dialogs and messages for screen readers. */
const named = () => ({ 'aria-label': t`Close`, type: 'button' }) as const;

/** Dialogs are drawn outside the page, where screen readers would take their `header` for a second banner. */
const notBanner = { role: 'presentation' } as const;

const showable = () => ({ visibilityToggleButtonProps: { 'aria-label': t`Show the password` } });

export const theme = createTheme({
  primaryColor: 'azul',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  colors: { azul, ocre, red, dark },
  fontFamily: fonts,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  headings: {
    fontFamily: fonts,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2rem', fontWeight: '700' },
      h2: { fontSize: '1.25rem', lineHeight: '1.5rem' },
      h3: { fontSize: '1.25rem', lineHeight: '1.5rem' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // The components are set by name, because their own `extend` would add all of them to the first file of
  // each page.
  components: {
    Badge: { defaultProps: { tt: 'none' } satisfies Partial<BadgeProps> },
    // The placeholder for the focus is not an item of the menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    // The dialog is aligned at the top, because a centred one moves whenever a line is added or removed.
    ModalRoot: { defaultProps: { yOffset: '12dvh' } satisfies Partial<ModalRootProps> },
    ModalHeader: { defaultProps: notBanner },
    PasswordInput: { defaultProps: showable satisfies () => Partial<PasswordInputProps> },
    CloseButton: { defaultProps: named satisfies () => Partial<CloseButtonProps> & { type: 'button' } },
  },
});
