import { parseArgs } from 'node:util';
import { runBacklog } from './backlog.ts';

const defaultLeads = 10_000;
const maxDeliverMs = 60_000;

/**
 * `pnpm lab chaos backlog [--leads N]`.
 * @returns exit status: 0 if each lead was delivered once, all within a minute
 */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { leads: { type: 'string' } } });
  const leads = Number(values.leads ?? defaultLeads);
  const { delivered, doubled, paused, acceptMs, deliverMs } = await runBacklog(leads, 2 * maxDeliverMs);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${leads} leads accepted in ${seconds(acceptMs)}; ${delivered} delivered in ${seconds(deliverMs)}, ` +
      `including the start of the worker; ${doubled} duplicated, ${paused} pauses\n`,
  );
  return delivered === leads && doubled === 0 && deliverMs < maxDeliverMs ? 0 : 1;
}
