import { Plural, Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { errorText } from '../../../design/error-text.ts';
import { useRevealed } from '../../kit/ui/use-revealed.ts';
import type { Outcome } from './add-bridged.ts';
import { AddedPanel } from './added-panel.tsx';
import classes from './catalogue.module.css';

/** The maximum number of tiles. More would only repeat the home. */
const MAX_SHOWN = 24;

/** Shows what was added, and why other devices were not. */
export function BridgedOutcome({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const { ids, failures } = outcome;
  return (
    <Stack gap="lg">
      {failures.length > 0 && <Failures failures={failures} onAgain={onAgain} />}
      {ids.length > 0 && (
        <AddedPanel
          added={{ ids: ids.slice(0, MAX_SHOWN), wereThere: false }}
          others={Math.max(0, ids.length - MAX_SHOWN)}
        />
      )}
    </Stack>
  );
}

type FailuresProps = { failures: Outcome['failures']; onAgain: () => void };

function Failures({ failures, onAgain }: FailuresProps) {
  const element = useRevealed<HTMLDivElement>();
  return (
    <div role="alert" ref={element} tabIndex={-1} className={`${classes.problem} ${classes.revealed}`}>
      <Text fw={600}>
        <Plural
          value={failures.length}
          one="# device could not be added"
          other="# devices could not be added"
        />
      </Text>
      <ul>
        {failures.map(({ id, name, error }) => (
          <li key={id}>
            {name}: {errorText(error)}
          </li>
        ))}
      </ul>
      <Button variant="default" size="md" onClick={onAgain}>
        <Trans>Choose again</Trans>
      </Button>
    </div>
  );
}
