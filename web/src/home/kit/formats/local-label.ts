import { activeWords } from '../../../languages/words.ts';
import { propertyLabel } from './property-label.ts';

/** Returns the property's name for people: in English its protocol's words are replaced, else it is translated. */
export const localLabel = (property: { readonly id: string; readonly label: string }): string =>
  activeWords() && property.label.trim() !== '' ? property.label : propertyLabel(property);
