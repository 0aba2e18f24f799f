import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { useWayBack } from '../tiles/way-back.ts';

/** Shown for an unknown device. The platform does not reveal whether it exists for someone else. */
export function MissingDevice() {
  usePageTitle('Device not found');
  const wayBack = useWayBack();
  return (
    <EmptyState
      isPage
      title="This device is not in your home"
      action={<Button renderRoot={(props) => <Link {...wayBack} {...props} />}>Back to home</Button>}
    >
      It was removed, is no longer shared with you, or the address is wrong.
    </EmptyState>
  );
}
