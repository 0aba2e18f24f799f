/** A refusal by the command line or a job, for a reason that a person can act on. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
