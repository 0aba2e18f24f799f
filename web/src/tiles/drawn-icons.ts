/** Icons that the icon set lacks, or has only with another meaning; drawn in its style on its grid of 24. */
import { defineOutline } from '../design/icon.ts';

export const IconRollerBlind = defineOutline(
  'roller-blind',
  'M3 4h18',
  'M5 4v16h14V4',
  'M5 8h14',
  'M5 12h14',
  'M12 12v3',
);

export const IconCarbonMonoxide = defineOutline(
  'carbon-monoxide',
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2',
  'M10.6 10.2a2.1 2.1 0 0 0 -4.1 .7v2.2a2.1 2.1 0 0 0 4.1 .7',
  'M13.3 11a2.1 2.1 0 0 1 4.2 0v2a2.1 2.1 0 0 1 -4.2 0v-2',
);

export const IconWindowClosed = defineOutline('window-closed', 'M5 4h14v16h-14v-16', 'M12 4v16', 'M5 12h14');

/** A window with both leaves open to the sides. */
export const IconWindowOpen = defineOutline(
  'window-open',
  'M8 4h8v16h-8v-16',
  'M8 4l-5 2.5v15l5 -1.5',
  'M16 4l5 2.5v15l-5 -1.5',
);

/** A door with the leaf open towards the reader. */
export const IconDoorOpen = defineOutline(
  'door-open',
  'M3 21h3',
  'M17 21h4',
  'M6 21v-16a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v16',
  'M6.6 3.6l5.4 2.9v16l-6 -1.5',
  'M9.5 13v.01',
);
