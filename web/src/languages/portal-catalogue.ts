import { createLanguageSwitch } from './catalogue.ts';

/** Switches the language of the portal. Each catalogue is a file of its own in the build. */
export const showPortalIn = createLanguageSwitch((language) => import(`./portal/${language}.po`));
