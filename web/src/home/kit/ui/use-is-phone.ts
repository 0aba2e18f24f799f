import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the screen is too narrow for the rail, which is then a bar at the bottom. */
export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: 37.49em)`, false, { getInitialValueInEffect: false });
