import type { Passkey } from '@azulejo/contract';
import type { ReactNode } from 'react';

type Props = {
  passkey: Passkey;
  onRequest: (request: 'rename' | 'remove') => void;
  /** The dialogs that a request opens. */
  children: ReactNode;
};
/** Shows a passkey in the list of its owner. */
export declare function PasskeyItem({ passkey, onRequest, children }: Props): import('react').JSX.Element;
