import { useMutation } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { useHome } from '../../data/live/use-home.ts';

/** Runs an action on the device, reloads the home, shows that it is done, and closes the dialog. */
export function useTask<Input>(
  work: (input: Input) => Promise<unknown>,
  { done, onDone }: { done: string; onDone: () => void },
) {
  const { refresh } = useHome();
  return useMutation({
    mutationFn: async (input: Input) => {
      await work(input);
      await refresh();
    },
    onSuccess: () => {
      notify.done(done);
      onDone();
    },
  });
}
