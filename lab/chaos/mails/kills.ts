/** Kills the process that sends emails and the mail server, in turn, spread over the work in progress. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@meridian/stack/stack';
import type { Random } from '../random.ts';
import type { MailServer } from './mail-server.ts';

const maxLifetimeMs = 4_000;
const pollMs = 20;

export interface Killed {
  worker: number;
  mailServer: number;
}

export function createKiller({ stack, server }: { stack: Stack; server: MailServer }, random: Random) {
  const killed: Killed = { worker: 0, mailServer: 0 };

  async function killNext(): Promise<void> {
    if (killed.worker > killed.mailServer) {
      killed.mailServer += 1;
      return server.killAndStart();
    }
    killed.worker += 1;
    await stack.kill('bff', 'SIGKILL');
    await stack.restart('bff');
  }

  return {
    killed,
    /** Kills a given number of times, once in each equal part of a progress from 0 to 1. */
    async byProgress(kills: number, progress: () => number): Promise<void> {
      for (let number = 0; number < kills; number += 1) {
        const due = (number + random.next()) / kills;
        while (progress() < due) await sleep(pollMs);
        await killNext();
      }
    },
    /** Kills a given number of times, seconds apart, while the work continues. */
    async byTime(kills: number, goesOn: () => boolean): Promise<void> {
      for (let number = 0; number < kills; number += 1) {
        await sleep(random.between(500, maxLifetimeMs));
        if (!goesOn()) return;
        await killNext();
      }
    },
  };
}
