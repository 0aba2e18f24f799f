/** Jobs that wait, by device. */
export type DeviceQueue<Job> = {
  /** Returns false when the device has too many jobs, or all have. */
  add(device: number, job: Job): boolean;
  /** Adds a job before all others of the device. */
  putBack(device: number, job: Job): void;
  /** Returns the oldest job of the device whose turn it is. */
  next(): Job | undefined;
  /** Returns the jobs of a device that are not carried out. */
  remove(device: number): Job[];
  isEmpty(): boolean;
};

const MAX_JOBS_PER_DEVICE = 500;
/** Limits the characters of all waiting messages. */
const MAX_TOTAL_SIZE = 16_000_000;

/** Creates a queue in which devices take turns, so that one with many messages delays no other. */
export function createDeviceQueue<Job extends { readonly size: number }>(): DeviceQueue<Job> {
  const queues = new Map<number, Job[]>();
  let total = 0;
  return {
    add: (device, job) => {
      const waiting = queues.get(device) ?? [];
      if (waiting.length >= MAX_JOBS_PER_DEVICE || total + job.size > MAX_TOTAL_SIZE) return false;
      total += job.size;
      queues.set(device, [...waiting, job]);
      return true;
    },
    putBack: (device, job) => {
      total += job.size;
      queues.set(device, [job, ...(queues.get(device) ?? [])]);
    },
    next: () => {
      const [first] = queues;
      if (!first) return undefined;
      const [device, waiting] = first;
      const [job, ...others] = waiting;
      queues.delete(device);
      if (others.length > 0) queues.set(device, others);
      total -= job?.size ?? 0;
      return job;
    },
    remove: (device) => {
      const waiting = queues.get(device) ?? [];
      queues.delete(device);
      for (const { size } of waiting) total -= size;
      return waiting;
    },
    isEmpty: () => queues.size === 0,
  };
}
