import type { UseMutationResult } from '@tanstack/react-query';

type Props = {
  name: string;
  rename: UseMutationResult<
    unknown,
    Error,
    {
      name: string;
    }
  >;
  onClose: () => void;
};
/** Edits the name of a passkey, inside a dialog. */
export declare function PasskeyNameForm({ name, rename, onClose }: Props): import('react').JSX.Element;
