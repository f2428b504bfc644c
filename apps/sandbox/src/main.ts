import { buildSandbox } from './app.ts';
import { readEnvironment } from './env.ts';

const { port, host, settings } = readEnvironment(process.env);
const app = buildSandbox(settings, { logLevel: 'warn' });

async function stop(): Promise<void> {
  await app.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const address = await app.listen({ port, host });
process.stdout.write(`sandbox ${address}\n`);
process.stdout.write(`smtp smtp://${host}:${settings.smtpPort}\n`);
