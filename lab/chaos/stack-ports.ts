import type { Stack } from '@meridian/stack/stack';

const portOf = (url: string) => Number(new URL(url).port);

/** The ports of a running stack, for the settings of a process beside it. */
export function portsOf(stack: Stack) {
  return {
    PORT: portOf(stack.baseUrl),
    UPSTREAM_PORT: portOf(stack.upstreamUrl),
    SANDBOX_PORT: portOf(stack.sandboxUrl),
    SMTP_PORT: stack.smtpPort,
    POSTGRES_PORT: portOf(stack.databaseUrl),
  };
}
