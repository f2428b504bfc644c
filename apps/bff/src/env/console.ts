/** The settings of the operators' console. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { origin, port } from './fields.ts';

// `src/env/console.ts` and `dist/main.js` are equally deep, so one path serves both.
const ownConsoleDir = resolve(import.meta.dirname, '../../console/dist');
const defaultPort = 3001;

export const consoleVariables = {
  CONSOLE_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  CONSOLE_PORT: port.default(defaultPort),
  CONSOLE_HOST: z.string().default('127.0.0.1'),
  CONSOLE_URL: origin.optional(),
  CONSOLE_DIR: z.string().default(ownConsoleDir),
};

type Values = z.output<z.ZodObject<typeof consoleVariables>>;

export interface ConsoleEnv {
  secret: string;
  port: number;
  host: string;
  /** Origin of the console, as operators' browsers reach it. */
  url: string;
  /** Folder with the console's build. */
  webDir: string;
}

/** Passkeys need a name, not an IP address. */
const localUrl = (consolePort: number) => `http://localhost:${consolePort}`;

/** @param given names of the variables that have a value, readable or not */
export function consoleFaults(
  given: ReadonlySet<string>,
  values: Partial<Values> & { APP_ENV?: string | undefined; BFF_ROLE?: string | undefined },
): string[] {
  const { CONSOLE_URL: url, CONSOLE_PORT: consolePort } = values;
  if (!given.has('CONSOLE_SECRET'))
    return values.BFF_ROLE === 'console' ? ['CONSOLE_SECRET: is required for BFF_ROLE=console'] : [];
  const faults: string[] = [];
  if (values.APP_ENV === 'production' && url?.startsWith('https:') === false)
    faults.push('CONSOLE_URL: production needs https');
  if (values.APP_ENV === 'production' && !given.has('CONSOLE_URL'))
    faults.push('CONSOLE_URL: is required in production where there is a console');
  if (url?.startsWith('http:') && new URL(url).hostname !== 'localhost')
    faults.push('CONSOLE_URL: http is for localhost only');
  if (consolePort !== undefined && 'PORT' in values && values.PORT === consolePort)
    faults.push('CONSOLE_PORT: the console is never on the public port');
  return faults;
}

/** @returns how the console is served; undefined where there is none */
export function consoleOf(values: Values): ConsoleEnv | undefined {
  if (values.CONSOLE_SECRET === undefined) return undefined;
  return {
    secret: values.CONSOLE_SECRET,
    port: values.CONSOLE_PORT,
    host: values.CONSOLE_HOST,
    url: values.CONSOLE_URL ?? localUrl(values.CONSOLE_PORT),
    webDir: resolve(values.CONSOLE_DIR),
  };
}
