const machinePath = /^\/(?:api|assets|media|page-state)(?:\/|$)/;

/** True for paths of the API, of files and of page states. Errors there are JSON. */
export function isMachinePath(path: string): boolean {
  return machinePath.test(path);
}
