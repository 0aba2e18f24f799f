import { useState } from 'react';

/** What stands behind the `#` of a link: browsers send it to nobody, and so no log has it. */
export function useTokenInLink(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
