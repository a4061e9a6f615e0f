/** Why the program cannot start: one line that names the setting, what is wrong with it, and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Node's code of an error, such as `EACCES`, or else the error's message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
