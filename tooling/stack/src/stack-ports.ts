import { freePorts, isPortFree } from './free-port.ts';
import {
  defaultConsolePort,
  defaultMetricsPort,
  type Environment,
  readSettings,
  type Settings,
  usedPorts,
} from './settings.ts';
import { StackError } from './stack-error.ts';

/** Reads the settings, with free ports as defaults. */
export async function settingsWithFreePorts(env: Environment): Promise<Settings> {
  const given = Object.entries(env).flatMap(([name, value]) => (name.endsWith('PORT') ? Number(value) : []));
  const [PORT = 0] = await freePorts(1, given);
  const site = Number(env.PORT) || PORT;
  const derived = [defaultMetricsPort(site), defaultConsolePort(site)];
  const [UPSTREAM_PORT = 0, SANDBOX_PORT = 0, SMTP_PORT = 0, POSTGRES_PORT = 0, metrics] = await freePorts(
    5,
    [...given, ...derived],
  );
  // The metrics port is derived from PORT if PORT is given, otherwise any free port.
  const METRICS_PORT = env.METRICS_PORT || (env.PORT ? undefined : String(metrics));
  return readSettings(
    { ...env, METRICS_PORT },
    { PORT, UPSTREAM_PORT, SANDBOX_PORT, SMTP_PORT, POSTGRES_PORT },
  );
}

/** @throws StackError `port_taken`, naming the variable to change */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  for (const name of usedPorts(settings)) {
    const port = settings.ports[name];
    if (await isPortFree(port)) continue;
    throw new StackError(
      'port_taken',
      `Port ${port} is taken by another program. Stop that program, or set ${name} to another port.`,
      { retry: true },
    );
  }
}
