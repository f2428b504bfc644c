/** The settings of the operators' console. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { httpUrl, origin, port } from './fields.ts';

const defaultPort = 3001;

export const consoleVariables = {
  CONSOLE_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters' })
    .optional()
    .describe(
      'secret that signs the sessions of operators and encrypts their second factors; at least 32 characters. Without it the [console](console.md) is disabled. After a change of this secret, run `ops operators reset-2fa` for each operator',
    ),
  CONSOLE_PORT: port
    .default(defaultPort)
    .describe('listening port of the console, different from that of the site'),
  CONSOLE_HOST: z.string().default('127.0.0.1').describe('listening address of the console'),
  CONSOLE_URL: origin
    .optional()
    .describe(
      'origin of the console, for links and passkeys. Changes from any other origin are refused. https, or http on localhost; required in production if the console is enabled. Default elsewhere: `http://localhost:<CONSOLE_PORT>`',
    ),
  CONSOLE_DIR: z.string(),
  CONSOLE_OIDC_ISSUER: httpUrl
    .optional()
    .describe(
      'an [identity provider](../how-to/use-an-identity-provider.md) (OpenID Connect) with which operators can sign in. Requires the client id and secret',
    ),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional().describe('client id at the identity provider'),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().optional().describe('client secret at the identity provider'),
  CONSOLE_OIDC_NAME: z
    .string()
    .max(40)
    .default('single sign-on')
    .describe('name of the identity provider on the sign-in button'),
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
  /** Identity provider with which operators may sign in. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
}

/** Passkeys need a host name, not an IP address. */
const localUrl = (consolePort: number) => `http://localhost:${consolePort}`;

const oidcNames = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

function oidcFaults(given: ReadonlySet<string>, values: Partial<Values> & { APP_ENV?: string | undefined }) {
  const missing = oidcNames.filter((name) => !given.has(name));
  if (missing.length === oidcNames.length) return [];
  const faults = missing.map(
    (name) => `${name}: is required with the other settings of the identity provider`,
  );
  if (values.APP_ENV === 'production' && values.CONSOLE_OIDC_ISSUER?.startsWith('https:') === false)
    faults.push('CONSOLE_OIDC_ISSUER: production needs https');
  return faults;
}

function oidcOf(values: Values): ConsoleEnv['oidc'] {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_OIDC_NAME: name,
  } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name };
}

/** @param given names of the variables that are set, valid or not */
export function consoleFaults(
  given: ReadonlySet<string>,
  values: Partial<Values> & { APP_ENV?: string | undefined; BFF_ROLE?: string | undefined },
): string[] {
  const { CONSOLE_URL: url, CONSOLE_PORT: consolePort } = values;
  if (!given.has('CONSOLE_SECRET'))
    return values.BFF_ROLE === 'console' ? ['CONSOLE_SECRET: is required for BFF_ROLE=console'] : [];
  const faults = oidcFaults(given, values);
  if (values.APP_ENV === 'production' && url?.startsWith('https:') === false)
    faults.push('CONSOLE_URL: production needs https');
  if (values.APP_ENV === 'production' && !given.has('CONSOLE_URL'))
    faults.push('CONSOLE_URL: is required in production if the console is enabled');
  if (url?.startsWith('http:') && new URL(url).hostname !== 'localhost')
    faults.push('CONSOLE_URL: http is for localhost only');
  if (consolePort !== undefined && 'PORT' in values && values.PORT === consolePort)
    faults.push('CONSOLE_PORT: must differ from PORT');
  return faults;
}

/** @returns settings of the console; undefined if it is disabled */
export function consoleOf(values: Values): ConsoleEnv | undefined {
  if (values.CONSOLE_SECRET === undefined) return undefined;
  return {
    secret: values.CONSOLE_SECRET,
    port: values.CONSOLE_PORT,
    host: values.CONSOLE_HOST,
    url: values.CONSOLE_URL ?? localUrl(values.CONSOLE_PORT),
    webDir: resolve(values.CONSOLE_DIR),
    oidc: oidcOf(values),
  };
}
