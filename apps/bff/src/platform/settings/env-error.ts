/** Invalid settings. The message names all of them. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly code = 'BAD_ENVIRONMENT';
  readonly retry = false;
  readonly faults: readonly string[];

  constructor(faults: readonly string[], cause?: unknown) {
    super(['The environment cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'), { cause });
    this.faults = faults;
  }
}
