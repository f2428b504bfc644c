const machinePath = /^\/(?:api|assets|media|page-state)(?:\/|$)/;

/** True for paths without pages: errors there are JSON. */
export function isMachinePath(path: string): boolean {
  return machinePath.test(path);
}
