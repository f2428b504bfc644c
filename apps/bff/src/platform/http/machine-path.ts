const machinePath = /^\/(?:api|assets|media|page-state)(?:\/|$)/;

/** True for paths that are not pages. Errors there are JSON. */
export function isMachinePath(path: string): boolean {
  return machinePath.test(path);
}
