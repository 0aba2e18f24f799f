import { describeCatalogue } from './catalogue-cases.ts';
import { templates } from './devices.ts';

describeCatalogue(templates);
