import type { Stack } from '@meridian/stack/stack';

const portOf = (url: string) => Number(new URL(url).port);

/** @returns the ports of a running stack, as settings of a process that uses the stack */
export function portsOf(stack: Stack) {
  return {
    PORT: portOf(stack.baseUrl),
    UPSTREAM_PORT: portOf(stack.upstreamUrl),
    SANDBOX_PORT: portOf(stack.sandboxUrl),
    SMTP_PORT: stack.smtpPort,
    POSTGRES_PORT: portOf(stack.databaseUrl),
  };
}
