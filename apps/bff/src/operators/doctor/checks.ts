import type { Check } from './check.ts';
import { checkAudit } from './checks/audit.ts';
import { checkBackups } from './checks/backups.ts';
import { checkClock } from './checks/clock.ts';
import { checkConfiguration } from './checks/configuration.ts';
import { checkConsole } from './checks/console.ts';
import { checkDataRequests } from './checks/data-requests.ts';
import { checkDatabase } from './checks/database.ts';
import { checkDumpProgram } from './checks/dump-program.ts';
import { checkGrants } from './checks/grants.ts';
import { checkInvoices } from './checks/invoices.ts';
import { checkLeads } from './checks/leads.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkOrders } from './checks/orders.ts';
import { checkContent } from './checks/partners/content.ts';
import { checkCrm } from './checks/partners/crm.ts';
import { checkMail } from './checks/partners/mail.ts';
import { checkPayments } from './checks/partners/payments.ts';
import { checkUpstream } from './checks/partners/upstream.ts';
import { checkWebhooks } from './checks/partners/webhooks.ts';
import { checkQueues } from './checks/queues.ts';
import { checkSchedules } from './checks/schedules.ts';
import { checkSearch } from './checks/search.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSearchEngines, checkSite } from './checks/site.ts';
import { checkWaiting } from './checks/waiting.ts';
import { checkWrites } from './checks/writes.ts';

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [
  { name: 'configuration', needs: [], gives: 'settings', run: checkConfiguration },
  { name: 'database', needs: [], ofData: true, gives: 'database', run: checkDatabase },
  { name: 'writes', needs: ['database'], ofData: true, run: checkWrites },
  { name: 'migrations', needs: ['database'], ofData: true, gives: 'tables', run: checkMigrations },
  { name: 'settings', needs: ['settings', 'tables'], run: checkSettings },
  { name: 'grants', needs: ['settings', 'tables'], run: checkGrants },
  { name: 'clock', needs: ['database'], run: checkClock },
  { name: 'upstream', needs: ['settings'], run: checkUpstream },
  { name: 'content', needs: ['settings'], run: checkContent },
  { name: 'payments', needs: ['settings'], run: checkPayments },
  { name: 'webhooks', needs: ['settings', 'tables'], run: checkWebhooks },
  { name: 'crm', needs: ['settings'], run: checkCrm },
  { name: 'mail', needs: ['settings'], run: checkMail },
  { name: 'queues', needs: ['tables'], run: checkQueues },
  { name: 'schedules', needs: ['tables'], run: checkSchedules },
  { name: 'leads', needs: ['tables'], ofData: true, run: checkLeads },
  { name: 'orders', needs: ['tables'], ofData: true, run: checkOrders },
  { name: 'waiting', needs: ['tables'], run: checkWaiting },
  { name: 'invoices', needs: ['tables'], ofData: true, run: checkInvoices },
  { name: 'personal data', needs: ['tables'], ofData: true, run: checkDataRequests },
  { name: 'audit', needs: ['tables'], ofData: true, run: checkAudit },
  { name: 'search', needs: ['tables'], run: checkSearch },
  { name: 'backups', needs: ['tables'], run: checkBackups },
  { name: 'dump program', needs: ['database'], run: checkDumpProgram },
  { name: 'search engines', needs: ['settings', 'tables'], run: checkSearchEngines },
  { name: 'site', needs: ['settings'], run: checkSite },
  { name: 'console', needs: ['settings'], run: checkConsole },
];
