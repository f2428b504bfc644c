import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The content of the sample provider. */
// `src/env.ts` and `dist/main.js` are at the same depth, so the relative path is the same.
export const sampleContentDir = resolve(import.meta.dirname, '../content');

const environmentSchema = z.object({
  UPSTREAM_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  HOST: z.string().default('127.0.0.1'),
  UPSTREAM_DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be a postgresql:// address'),
  }),
  UPSTREAM_FAULTS: z.enum(['on', 'off']).default('off'),
  CONTENT_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** Settings of an upstream. */
export interface Settings {
  /** 0 chooses a free port. */
  port: number;
  host: string;
  databaseUrl: string;
  /** Enables the control endpoints below `/_upstream`. Must be false in production. */
  faults: boolean;
  contentDir: string;
  logLevel: string;
}

/** Error for invalid settings. The message names all invalid settings. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly code = 'BAD_ENVIRONMENT';
  readonly retry = false;
}

/** @returns the absolute path of the content folder */
export function readContentDir({ CONTENT_DIR }: { CONTENT_DIR?: string | undefined }): string {
  return resolve(CONTENT_DIR || sampleContentDir);
}

/** @throws EnvironmentError if the file with the database URL cannot be read */
function readDatabaseUrl(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new EnvironmentError(`UPSTREAM_DATABASE_URL_FILE cannot be read: ${path}`, { cause: error });
  }
}

/**
 * Reads the environment. Missing and empty variables get their defaults, except `UPSTREAM_DATABASE_URL`,
 * which is required.
 * @throws EnvironmentError naming all invalid variables
 */
export function readEnvironment(environment: Record<string, string | undefined>): Settings {
  const { UPSTREAM_DATABASE_URL_FILE: path } = environment;
  const fromFile = path ? { UPSTREAM_DATABASE_URL: readDatabaseUrl(path) } : {};
  const given = Object.fromEntries(
    Object.entries({ ...environment, ...fromFile }).filter(([, value]) => value),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new EnvironmentError(`The environment cannot be used. ${faults.join('; ')}`, {
      cause: parsed.error,
    });
  }
  const values = parsed.data;
  return {
    port: values.UPSTREAM_PORT,
    host: values.HOST,
    databaseUrl: values.UPSTREAM_DATABASE_URL,
    faults: values.UPSTREAM_FAULTS === 'on',
    contentDir: readContentDir(values),
    logLevel: values.LOG_LEVEL,
  };
}
