import { checkAudit } from './audit.ts';
import type { Check } from './check.ts';
import { checkClock } from './clock.ts';
import { checkConfiguration } from './configuration.ts';
import { checkCrm } from './crm.ts';
import { checkDataRequests } from './data-requests.ts';
import { checkDatabase } from './database.ts';
import { checkInvoices } from './invoices.ts';
import { checkLeads } from './leads.ts';
import { checkMigrations } from './migrations.ts';
import { checkOrders } from './orders.ts';
import { checkPayments } from './payments.ts';
import { checkQueues } from './queues.ts';
import { checkSchedules } from './schedules.ts';
import { checkSearch } from './search.ts';
import { checkSite } from './site.ts';
import { checkUpstream } from './upstream.ts';
import { checkWebhooks } from './webhooks.ts';
import { checkWrites } from './writes.ts';

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [
  { name: 'configuration', needs: [], gives: 'settings', run: checkConfiguration },
  { name: 'database', needs: [], ofData: true, gives: 'database', run: checkDatabase },
  { name: 'writes', needs: ['database'], ofData: true, run: checkWrites },
  { name: 'migrations', needs: ['database'], ofData: true, gives: 'tables', run: checkMigrations },
  { name: 'clock', needs: ['database'], run: checkClock },
  { name: 'upstream', needs: ['settings'], run: checkUpstream },
  { name: 'payments', needs: ['settings'], run: checkPayments },
  { name: 'webhooks', needs: ['settings', 'tables'], run: checkWebhooks },
  { name: 'crm', needs: ['settings'], run: checkCrm },
  { name: 'queues', needs: ['tables'], run: checkQueues },
  { name: 'schedules', needs: ['tables'], run: checkSchedules },
  { name: 'leads', needs: ['tables'], ofData: true, run: checkLeads },
  { name: 'orders', needs: ['tables'], ofData: true, run: checkOrders },
  { name: 'invoices', needs: ['tables'], ofData: true, run: checkInvoices },
  { name: 'personal data', needs: ['tables'], ofData: true, run: checkDataRequests },
  { name: 'audit', needs: ['tables'], ofData: true, run: checkAudit },
  { name: 'search', needs: ['tables'], run: checkSearch },
  { name: 'site', needs: ['settings'], run: checkSite },
];
