import type { Channel } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import type { Period } from '../../kit/formats/period.ts';
import classes from './history.module.css';
import { historyCsv } from './history-csv.ts';
import type { Track } from './history-track.ts';

type Props = { channel: Channel; tracks: readonly Track[]; period: Period; name: string };

/** Saves every value of the period as a CSV file. */
export function HistoryDownload({ channel, tracks, period, name }: Props) {
  const { client } = useSession();
  const [isReading, setIsReading] = useState(false);
  const [note, setNote] = useState('');
  const download = async () => {
    setIsReading(true);
    setNote('');
    try {
      const { text, isCut } = await historyCsv(client, channel, tracks, period);
      save(text, `${name}.csv`);
      setNote(isCut ? t`The file has only the newest values of this period. Choose a shorter one.` : '');
    } catch (error) {
      setNote(errorText(error));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <div className={classes.download}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={isReading}
        disabled={tracks.length === 0}
        onClick={() => void download()}
      >
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="status">{note}</p>
    </div>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
