import { defaultConsolePort, type Environment } from './settings.ts';

const defaults = {
  PORT: '3000',
  UPSTREAM_PORT: '4010',
  SANDBOX_PORT: '4020',
  SMTP_PORT: '4025',
  POSTGRES_PORT: '54320',
};

/** @returns the caller's environment with default ports; empty variables count as absent */
export function givenEnvironment(env: Environment): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const settings = { ...defaults, ...given };
  return { CONSOLE_PORT: String(defaultConsolePort(Number(settings.PORT))), ...settings };
}
