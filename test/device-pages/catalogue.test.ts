import { describeCatalogue } from './catalogue-cases.ts';
import { templates } from './devices.ts';

/** Between them they have every control. */
const KINDS = ['color-light', 'lock', 'cover', 'thermostat', 'multi-socket', 'siren'];

describeCatalogue(KINDS.flatMap((kind) => templates.filter((each) => each.kind === kind).slice(0, 1)));
