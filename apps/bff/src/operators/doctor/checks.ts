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
import { checkCapture } from './checks/partners/capture.ts';
import { checkContent } from './checks/partners/content.ts';
import { checkCrm } from './checks/partners/crm.ts';
import { checkMail } from './checks/partners/mail.ts';
import { checkPayments } from './checks/partners/payments.ts';
import { checkPolicies } from './checks/partners/policies.ts';
import { checkSenderDomain } from './checks/partners/sender-domain.ts';
import { checkUpstream } from './checks/partners/upstream.ts';
import { checkWebhooks } from './checks/partners/webhooks.ts';
import { checkQueues } from './checks/queues.ts';
import { checkSchedules } from './checks/schedules.ts';
import { checkSearch } from './checks/search.ts';
import { checkSettings } from './checks/settings.ts';
import { checkCertificate } from './checks/setup/certificate.ts';
import { checkCheckOrder } from './checks/setup/check-order.ts';
import { checkDisk } from './checks/setup/disk.ts';
import { checkDomain } from './checks/setup/domain.ts';
import { checkGrievanceOfficer } from './checks/setup/grievance-officer.ts';
import { checkRestoreDrill } from './checks/setup/restore-drill.ts';
import { checkSupplier } from './checks/setup/supplier.ts';
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
  { name: 'disk', needs: ['settings'], beforeStart: true, run: checkDisk },
  { name: 'clock', needs: ['database'], run: checkClock },
  { name: 'upstream', needs: ['settings'], run: checkUpstream },
  { name: 'content', needs: ['settings'], run: checkContent },
  { name: 'policies', needs: ['settings'], run: checkPolicies },
  { name: 'supplier', needs: ['settings'], beforeStart: true, run: checkSupplier },
  { name: 'grievance officer', needs: ['settings'], beforeStart: true, run: checkGrievanceOfficer },
  { name: 'payments', needs: ['settings'], beforeStart: true, run: checkPayments },
  { name: 'capture', needs: ['settings'], beforeStart: true, run: checkCapture },
  { name: 'webhooks', needs: ['settings', 'tables'], run: checkWebhooks },
  { name: 'crm', needs: ['settings'], beforeStart: true, run: checkCrm },
  { name: 'mail', needs: ['settings'], beforeStart: true, run: checkMail },
  { name: 'sender domain', needs: ['settings'], beforeStart: true, run: checkSenderDomain },
  { name: 'queues', needs: ['tables'], run: checkQueues },
  { name: 'schedules', needs: ['tables'], run: checkSchedules },
  { name: 'leads', needs: ['tables'], ofData: true, run: checkLeads },
  { name: 'orders', needs: ['tables'], ofData: true, run: checkOrders },
  { name: 'waiting', needs: ['tables'], run: checkWaiting },
  { name: 'invoices', needs: ['tables'], ofData: true, run: checkInvoices },
  { name: 'personal data', needs: ['tables'], ofData: true, run: checkDataRequests },
  { name: 'audit', needs: ['tables'], ofData: true, run: checkAudit },
  { name: 'search', needs: ['tables'], run: checkSearch },
  { name: 'test payment', needs: ['tables'], run: checkCheckOrder },
  { name: 'backups', needs: ['tables'], run: checkBackups },
  { name: 'restore drill', needs: ['tables'], run: checkRestoreDrill },
  { name: 'dump program', needs: ['database'], run: checkDumpProgram },
  { name: 'search engines', needs: ['settings', 'tables'], run: checkSearchEngines },
  { name: 'domain', needs: ['settings'], beforeStart: true, run: checkDomain },
  { name: 'certificate', needs: ['settings'], run: checkCertificate },
  { name: 'site', needs: ['settings'], run: checkSite },
  { name: 'console', needs: ['settings'], run: checkConsole },
];
