const machinePath = /^\/(?:api|assets|media)(?:\/|$)/;

/** Below these there are no pages, so whoever asks is answered as a program. */
export function isMachinePath(path: string): boolean {
  return machinePath.test(path);
}
