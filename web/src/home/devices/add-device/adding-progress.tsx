import { Progress as Bar, Text } from '@mantine/core';
import type { Progress } from './add-found.ts';

/** Shows how many devices have been added so far. */
export function AddingProgress({ progress }: { progress: Progress | undefined }) {
  return (
    <div role="status">
      {progress && (
        <>
          <Text size="sm" c="dimmed" mb={6}>
            {progress.text}
          </Text>
          <Bar value={100 * progress.part} aria-hidden="true" />
        </>
      )}
    </div>
  );
}
