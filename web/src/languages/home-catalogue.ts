import { createLanguageSwitch } from './catalogue.ts';

/** Switches the language of Home. Each catalogue is a file of its own in the build. */
export const showHomeIn = createLanguageSwitch((language) => import(`./home/${language}.po`));
