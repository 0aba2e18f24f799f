import { Text } from '../text.ts';

/** Of a link that is sent by hand: it never reaches a server in an address. */
export const LinkToken = Text({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind the `#` of the link.',
});
