/** Zod schemas of environment variables, with messages that state the expected format. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** @returns the variables that are valid on their own */
export function readableOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  given: NodeJS.ProcessEnv,
): Partial<z.output<z.ZodObject<Shape>>> {
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(shape).flatMap(([name, field]) => {
      const { success, data } = z.safeParse(field, given[name]);
      return success ? [[name, data]] : [];
    }),
  ) as Partial<z.output<z.ZodObject<Shape>>>;
}

export const required = z.string({ error: 'is required' });

export const port = z.coerce
  .number({ error: 'must be a port number' })
  .int({ error: 'must be a port number' })
  .min(0, { error: 'must be a port number' })
  .max(65_535, { error: 'must be a port number' });

/** An integer of at least `min`. */
export function wholeNumber(min: number) {
  const error = `must be a whole number of at least ${min}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error });
}

/** A service's URL without a trailing slash. */
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be an http:// or https:// address'),
  })
  .transform((url) => url.replace(/\/+$/, ''));

/** True for an address with several hosts, either in its authority or in the query as `host=`. */
function namesSeveralHosts(url: string): boolean {
  const [, authority = ''] = /^[^:]+:\/\/([^/?#]*)/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  return hosts.includes(',') || /[?&]host(?:addr)?=[^&]*(?:,|%2c)/i.test(url);
}

const wrongDatabase =
  'must name one host: a proxy (HAProxy) or the host name of a managed service that resolves to the primary';

/**
 * URL of PostgreSQL at one host. A proxy or the DNS decides which server is the primary, not each connection.
 */
export const postgresUrl = z
  .string({ error: 'is required' })
  .refine((url) => !namesSeveralHosts(url), { error: wrongDatabase, abort: true })
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }));

/** Connections that may omit TLS, separated by commas. */
export const plaintextAllowed = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .transform((items) => items.filter(Boolean))
  .pipe(
    z.array(
      z.enum(['upstream', 'database'], { error: 'must be upstream, database, or both with a comma between' }),
    ),
  );

/** True if a PostgreSQL connection uses TLS or a local socket. */
export function isEncrypted(databaseUrl: string): boolean {
  const { searchParams } = new URL(databaseUrl);
  if (searchParams.get('host')?.startsWith('/')) return true;
  const mode = searchParams.get('sslmode');
  if (mode !== null) return ['require', 'verify-ca', 'verify-full'].includes(mode);
  return ['true', '1'].includes(searchParams.get('ssl') ?? '');
}

/** DSN of an error tracker: the user is its public key, the last path segment the project. */
export const sentryDsn = z.string().regex(/^https?:\/\/[^:@/?#]+@[^/?#]+\/(?:[^?#]*\/)?[^/?#]+$/, {
  error: 'must be https://KEY@host/PROJECT',
});

export const clamdUrl = z.string().regex(/^(?:tcp:\/\/[^/?#]+|unix:\/[^?#]+)$/, {
  error: 'must be tcp://host:3310 or unix:/path/of/the/socket',
});

export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

export const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

export const origin = z
  .string()
  .transform((value) => value.replace(/\/+$/, ''))
  .refine(isOrigin, { error: 'must be an origin such as https://www.example.com' });

/** Origins separated by commas. */
export const origins = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .transform((items) => items.filter(Boolean))
  .refine((items) => items.every(isOrigin), {
    error: 'must be origins such as https://www.example.com, separated by commas',
  });

/** Whether to trust a proxy, by its address and hop count. */
export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

function isProxyList(value: string): boolean {
  if (/^(?:false|\d+)$/.test(value)) return true;
  return value.split(',').every((item) => {
    const [address = '', bits = '32'] = item.trim().split('/');
    return (
      /^(?:loopback|linklocal|uniquelocal)$/.test(address) ||
      (isIP(address) > 0 && /^[1-9]\d{0,2}$/.test(bits))
    );
  });
}

/**
 * `false`, a number of proxies, or their addresses. Refuses `true` and networks of all addresses, with which
 * visitors could choose their own address.
 */
export const trustProxy = z
  .string()
  .refine(isProxyList, {
    error: 'must be false, a number of proxies, or addresses such as 10.0.0.0/8, separated by commas',
  })
  .transform((value): TrustProxy => {
    if (value === 'false') return false;
    if (!/^\d+$/.test(value)) return value;
    const proxies = Number(value);
    return (_address, hop) => hop < proxies;
  });

const standInHosts =
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|(?:.*[.-])?sandbox(?:[.-].*)?)$/i;

/** True for a local or sandbox URL: payments and leads sent to it would be lost. */
export function isStandIn(url: string): boolean {
  return standInHosts.test(new URL(url).hostname);
}
