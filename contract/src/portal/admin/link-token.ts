import { Text } from '../../text.ts';

/** The secret of a link. It is in the fragment, so that it never reaches a server in a URL. */
export const LinkToken = Text({
  minLength: 1,
  maxLength: 200,
  description: 'The part of the link after `#`.',
});
