export type Progress = (text: string) => void;

const INTERVAL_MS = 1000;

/** Says on stderr what is being done. What stands after a colon is detail, told once a second. */
export function createProgress({ isQuiet }: { isQuiet: boolean }): Progress {
  let subject: string | undefined;
  let said = 0;
  return (text) => {
    const now = Date.now();
    const [next] = text.split(':', 1);
    if (isQuiet || (next === subject && now - said < INTERVAL_MS)) return;
    subject = next;
    said = now;
    process.stderr.write(`${text} …\n`);
  };
}
