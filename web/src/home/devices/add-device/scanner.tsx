import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { codeIn } from './claim-code.ts';
import classes from './scanner.module.css';

/** The part of the Shape Detection API that is used; TypeScript does not know it yet. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read QR codes. Others ask people to type. */
export const canScan = (): boolean =>
  detectorClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

const LOOK_MS = 250;

type Props = { onFound: (code: string) => void; onStop: () => void };

/** Shows what the camera sees until it sees a QR code. */
export function Scanner({ onFound, onStop }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const watching = new AbortController();
    const shown = video.current;
    if (shown)
      watch(shown, watching.signal).then(
        (text) => text !== undefined && onFound(codeIn(text)),
        () => setRefused(true),
      );
    return () => watching.abort();
  }, [onFound]);
  return (
    <Stack gap="sm">
      {isRefused ? (
        <Text role="alert">
          <Trans>The camera cannot be used. Allow it in the browser, or type the code.</Trans>
        </Text>
      ) : (
        <video
          ref={video}
          className={classes.camera}
          aria-label={t`What the camera sees`}
          muted
          playsInline
        />
      )}
      <div>
        <Button variant="default" size="md" onClick={onStop}>
          <Trans>Stop scanning</Trans>
        </Button>
      </div>
    </Stack>
  );
}

/** Returns the text of the first QR code; undefined when it was stopped. Throws without a camera. */
async function watch(video: HTMLVideoElement, stopped: AbortSignal): Promise<string | undefined> {
  const Detect = detectorClass();
  if (!Detect) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const detector = new Detect({ formats: ['qr_code'] });
    video.srcObject = stream;
    await video.play();
    while (!stopped.aborted) {
      const [found] = await detector.detect(video);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return undefined;
  } finally {
    stop();
  }
}
