import { StackError } from './stack-error.ts';

export type Environment = Record<string, string | undefined>;

/** Parts that are started here, their ports, and the parts that the environment provides. */
export type Settings = {
  ports: Ports;
  /** Whether each part is started here. If not, its address is in the environment. */
  parts: { postgres: boolean; upstream: boolean; sandbox: boolean };
  /** Whether the BFF also serves the operators' console, because a port is given for it. */
  console: boolean;
  /** Whether settings of Razorpay, Zoho or the mail server are given, so that its stand-in is not used. */
  given: { razorpay: boolean; zoho: boolean; smtp: boolean };
};

export type PortName =
  | 'PORT'
  | 'UPSTREAM_PORT'
  | 'SANDBOX_PORT'
  | 'SMTP_PORT'
  | 'POSTGRES_PORT'
  | 'METRICS_PORT'
  | 'CONSOLE_PORT';
export type Ports = Record<PortName, number>;

const highestPort = 65_535;
const metricsDistance = 6464;

function readPort(env: Environment, name: PortName, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= highestPort) return port;
  throw new StackError(
    'bad_setting',
    `${name}=${text} is not a port: give a number from 1 to ${highestPort}`,
  );
}

/** @returns the default metrics port: 9464 for port 3000, and at the same distance from other ports */
export function defaultMetricsPort(port: number): number {
  return port + metricsDistance <= highestPort ? port + metricsDistance : port - metricsDistance;
}

/** Default port of the console: the one after the site's. */
export function defaultConsolePort(port: number): number {
  return port < highestPort ? port + 1 : port - 1;
}

function refuseSharedPorts(ports: Ports, used: PortName[]): void {
  for (const [index, name] of used.entries()) {
    const other = used.slice(0, index).find((earlier) => ports[earlier] === ports[name]);
    if (other)
      throw new StackError('bad_setting', `${other} and ${name} are both ${ports[name]}: change one of them`);
  }
}

/** Names of the ports that the parts started here use. */
export function usedPorts({ parts, console: isServed }: Pick<Settings, 'parts' | 'console'>): PortName[] {
  const names: (PortName | false)[] = [
    'PORT',
    'METRICS_PORT',
    parts.upstream && 'UPSTREAM_PORT',
    parts.sandbox && 'SANDBOX_PORT',
    parts.sandbox && 'SMTP_PORT',
    parts.postgres && 'POSTGRES_PORT',
    isServed && 'CONSOLE_PORT',
  ];
  return names.filter((name) => name !== false);
}

/**
 * Reads a stack's settings. Empty variables count as absent.
 * @param fallback default ports
 * @throws StackError `bad_setting` naming the variable
 */
export function readSettings(
  env: Environment,
  fallback: Omit<Ports, 'METRICS_PORT' | 'CONSOLE_PORT'>,
): Settings {
  const port = readPort(env, 'PORT', fallback.PORT);
  const ports: Ports = {
    PORT: port,
    UPSTREAM_PORT: readPort(env, 'UPSTREAM_PORT', fallback.UPSTREAM_PORT),
    SANDBOX_PORT: readPort(env, 'SANDBOX_PORT', fallback.SANDBOX_PORT),
    SMTP_PORT: readPort(env, 'SMTP_PORT', fallback.SMTP_PORT),
    POSTGRES_PORT: readPort(env, 'POSTGRES_PORT', fallback.POSTGRES_PORT),
    METRICS_PORT: readPort(env, 'METRICS_PORT', defaultMetricsPort(port)),
    CONSOLE_PORT: readPort(env, 'CONSOLE_PORT', defaultConsolePort(port)),
  };
  const given = {
    razorpay: Boolean(env.RAZORPAY_KEY_ID),
    zoho: Boolean(env.ZOHO_CLIENT_ID),
    smtp: Boolean(env.SMTP_URL),
  };
  const upstream = !env.UPSTREAM_URL;
  const parts = {
    upstream,
    sandbox: !(given.razorpay && given.zoho),
    postgres: !env.DATABASE_URL || (upstream && !env.UPSTREAM_DATABASE_URL),
  };
  const isServed = Boolean(env.CONSOLE_PORT);
  refuseSharedPorts(ports, usedPorts({ parts, console: isServed }));
  return { ports, parts, console: isServed, given };
}
