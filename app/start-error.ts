/** Why the program cannot start, for whoever starts it: one line that names the setting, what is wrong, and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Node's code of a failure, such as `EACCES`; else the failure's message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
