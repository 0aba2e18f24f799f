import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../design/states.tsx';

/** Whether there never was such a device, or it is not one's own any more, the platform tells nobody. */
export function MissingDevice() {
  return (
    <EmptyState
      title="This device is not in your home"
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>Back to the home</Button>}
    >
      It was removed, it is not shared with you any more, or the address is wrong.
    </EmptyState>
  );
}
