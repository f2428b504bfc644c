/** Thrown for a database that this version cannot use. A retry does not help. The message says what to do. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError';
  readonly code = 'DATABASE_UNSUITABLE';
  readonly retry = false;
}

/** Minimum PostgreSQL version: the oldest on which tests ran. */
const minVersion = 15;

/** @param versionNumber `server_version_num`, for example 150018 @throws UnsuitableDatabaseError */
export function requireVersion(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= minVersion) return;
  throw new UnsuitableDatabaseError(
    `PostgreSQL ${major} is too old: version ${minVersion} or later is needed`,
  );
}
