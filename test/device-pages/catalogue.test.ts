import { describeCatalogue } from './catalogue-cases.ts';
import { templates } from './devices.ts';

/** Two of the richest; the others are looked at in the long files. */
const KINDS = ['color-light', 'thermostat'];

describeCatalogue(KINDS.flatMap((kind) => templates.filter((each) => each.kind === kind).slice(0, 1)));
