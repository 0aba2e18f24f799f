/** Thrown when the command line or a job refuses something for a reason that a person can act on. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
