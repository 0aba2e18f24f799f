/**
 * Sets the clock of the machine ahead by AZULEJO_TEST_CLOCK_OFFSET milliseconds, for a server that loads this file
 * first. Durations are not affected.
 */
const offset = Number(process.env['AZULEJO_TEST_CLOCK_OFFSET']);
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(time: number | string | Date = MachineDate.now() + offset) {
    super(time);
  }

  static override now(): number {
    return MachineDate.now() + offset;
  }
} as DateConstructor;
