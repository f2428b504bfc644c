/** Exports the data, without secrets, as one archive. */
import { finished } from 'node:stream';
import { dayInIndia } from '@meridian/contracts/india-time';
import { Refusal } from '../../platform/refusal.ts';
import { exportArchive } from '../export/export-archive.ts';
import { FileAnswer } from './server/file-answer.ts';
import { route } from './server/route.ts';

/**
 * True while an export runs. Each process runs one export at a time, because an export uses a database
 * connection for the whole download.
 */
let isRunning = false;

export const exportRoutes = [
  route({
    method: 'POST',
    path: '/export',
    access: 'admin',
    stepUp: true,
    answer: 'file',
    async handle(call) {
      const { database, log, now } = call.deps;
      if (isRunning)
        throw new Refusal('conflict', 'export_running', 'An export is being downloaded. Wait until it ends.');
      isRunning = true;
      // Recorded before the first byte, because data also leaves the database if the export breaks off.
      await call.recordUse({ action: 'data.export', subject: { kind: 'list', id: 'all' } }).catch((error) => {
        isRunning = false;
        throw error;
      });
      const archive = exportArchive(database);
      finished(archive, (error) => {
        isRunning = false;
        if (error) log.error({ err: error, request_id: call.requestId }, 'an export broke off');
      });
      return new FileAnswer(`export-${dayInIndia(now())}.zip`, 'application/zip', archive);
    },
  }),
];
