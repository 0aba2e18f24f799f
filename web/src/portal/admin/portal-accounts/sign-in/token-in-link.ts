import { useState } from 'react';

/** Returns the token in a link's fragment, which browsers never send, so that no log contains it. */
export function useTokenInLink(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
