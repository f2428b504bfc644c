import type { CataloguePage, CatalogueSchedule } from '@meridian/contracts/console/desk';
import { z } from 'zod';
import { ScheduleError } from '../../../enrolment/seats/schedule-pages.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { announcePurge, countListeners } from '../../../site/purge/purge-channel.ts';
import { purgeTarget, purgeWords } from '../../../site/purge/purge-target.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { readCatalogue, readSchedule } from './read-catalogue.ts';

export const catalogueRoutes = [
  route({
    method: 'GET',
    path: '/catalogue',
    access: 'viewer',
    async handle({ deps }): Promise<CataloguePage> {
      const [read, servers] = await Promise.all([
        readCatalogue(deps.checkout.upstream),
        countListeners(deps.database),
      ]);
      return { ...read, servers };
    },
  }),
  route({
    method: 'GET',
    path: '/catalogue/schedule',
    access: 'viewer',
    query: z.object({ slug: z.string().min(1).max(200) }),
    async handle({ deps, query }): Promise<CatalogueSchedule> {
      try {
        const schedule = await readSchedule(deps.checkout.upstream, query.slug, deps.checkout.now());
        if (schedule) return schedule;
      } catch (error) {
        if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
        throw new HttpProblem(502, `The upstream: ${error.message}`, { cause: error });
      }
      throw new HttpProblem(404, 'The upstream does not know this course.');
    },
  }),
  route({
    method: 'POST',
    path: '/catalogue/purge',
    access: 'desk',
    body: z.object({ target: z.string().trim().max(500).default('all') }),
    async handle(call) {
      const { target } = call.body;
      if (!purgeTarget(target))
        throw new HttpProblem(400, `"${target}" is not known. What can be purged: ${purgeWords}.`, {
          errors: { target: ['Is not known'] },
        });
      const { database } = call.deps;
      const servers = await countListeners(database);
      await recordAudit(database, auditOf(call, 'cache.purge', { kind: 'cache', id: target }));
      await announcePurge(database, { target });
      return {
        done:
          servers === 0
            ? 'No running server listens on this database.'
            : `${target}: read anew from now on by ${servers} running server${servers === 1 ? '' : 's'}.`,
      };
    },
  }),
];
