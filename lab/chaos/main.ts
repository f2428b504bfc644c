/** Long trials under faults: `pnpm lab chaos <name> [args]`. */
interface Chaos {
  /** @returns exit status */
  command: (args: string[]) => Promise<number>;
}

const commands: Record<string, () => Promise<Chaos>> = {
  leads: () => import('./leads/command.ts'),
  backlog: () => import('./leads/backlog-command.ts'),
  payments: () => import('./payments/command.ts'),
  seats: () => import('./seats/command.ts'),
  'call-off': () => import('./call-off/command.ts'),
  mails: () => import('./mails/command.ts'),
  malformed: () => import('./malformed/command.ts'),
  failover: () => import('./failover/command.ts'),
  rolling: () => import('./rolling/command.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (load) {
  const { command } = await load();
  process.exitCode = await command(args);
} else {
  process.stdout.write(`pnpm lab chaos ${Object.keys(commands).join(' | ')}\n`);
  process.exitCode = 2;
}
