/**
 * A mail server in a separate process, so that its kills do not affect the payments of the stack's sandbox.
 */
import { join } from 'node:path';
import { freePorts } from '@meridian/stack/free-port';
import { claimDataDir } from '@meridian/stack/process-records';
import { type Service, startService } from '@meridian/stack/service';
import { appCommand, childEnvironment, healthPaths } from '@meridian/stack/service-command';
import { openServiceLog } from '@meridian/stack/service-log';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import { z } from 'zod';

const name = 'mail-server';
const readyTimeoutMs = 60_000;

const countsAnswer = z.object({
  data: z.object({
    received: z.number(),
    lost_answers: z.number(),
    copies: z.record(z.string(), z.number()),
  }),
});

export type InboxCounts = z.output<typeof countsAnswer>['data'];

export interface MailServer {
  smtpUrl: string;
  /** Sets the probability of each kind of fault, also after later starts. */
  setFaults: (faults: Readonly<Record<string, number>>) => Promise<void>;
  counts: () => Promise<InboxCounts>;
  killAndStart: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const [port, smtpPort] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await temporaryDataDir();
  const claim = claimDataDir(dataDir);
  const log = openServiceLog(dataDir, name, () => undefined);
  const env = childEnvironment({
    SANDBOX_PORT: String(port),
    SMTP_PORT: String(smtpPort),
    SANDBOX_MAILS_FILE: join(dataDir, 'mails'),
  });
  const spec = { ...appCommand('sandbox'), name, env, healthUrl: `${url}${healthPaths.sandbox}` };
  const start = (): Promise<Service> => startService({ ...spec, readyTimeoutMs }, log, dataDir);
  let service = await start();
  let present: Readonly<Record<string, number>> = {};

  async function applyFaults(): Promise<void> {
    for (const [kind, probability] of Object.entries(present))
      await fetch(`${url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service: 'smtp', kind, probability }),
      });
  }

  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async setFaults(faults) {
      present = faults;
      await applyFaults();
    },
    counts: async () => countsAnswer.parse(await (await fetch(`${url}/_sandbox/mails/counts`)).json()).data,
    async killAndStart() {
      await service.kill('SIGKILL');
      service = await start();
      await applyFaults();
    },
    async stop() {
      await service.stop();
      await log.close();
      claim.release();
      await removeDataDir(dataDir);
    },
  };
}
