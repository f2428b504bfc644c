/** Defines the type of a console route. `console-routes.ts` lists all routes. */
import type { DoctorFinding } from '@meridian/contracts/operators/console/doctor';
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { InstanceFolder } from '@meridian/instance/folder';
import type { MailSender } from '@meridian/mail-templates';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Decisions } from '../../../enrolment/decisions/decisions.ts';
import type { OperatorChanges } from '../../../enrolment/receipts/self-service/operator-changes.ts';
import type { PaymentProvider } from '../../../partners/payments/provider.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Env } from '../../../platform/settings/env.ts';
import type { Auth, OidcAuth } from '../../accounts/auth.ts';
import type { ConsoleSession } from '../../accounts/session.ts';
import type { ConsoleSettings } from '../../accounts/settings.ts';
import type { Executor } from '../../actions/execute.ts';
import type { SetupActionServices } from '../../actions/installation/setup.ts';
import type { Operations } from '../../actions/operations/operations.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import type { KnownHealth } from '../today/health.ts';
import type { FileAnswer } from './file-answer.ts';

/** Dependencies of the console's routes. */
export interface ConsoleDependencies {
  database: Kysely<Database>;
  decisions: Decisions;
  bookingChanges: OperatorChanges;
  provider: PaymentProvider;
  upstream: Pick<UpstreamClient, 'read' | 'readOptional' | 'submitOptional'>;
  actions: Executor;
  operations: Operations;
  jobs: Pick<Jobs, 'enqueue' | 'revive' | 'cancel'>;
  /** Origin of the site. */
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
  /** Settings of tax documents. */
  invoicing: Pick<Env, 'supplier' | 'invoices' | 'onlinePlace'>;
  /** Sender in the footer of previewed emails. */
  mailSender: () => MailSender;
  /** Reads the brand's folder. */
  readInstance: () => InstanceFolder;
  /** How long offers of the waiting list are valid. */
  offerMs: number;
  settings: ConsoleSettings;
  /** Settings for the console, without secrets. */
  shownSettings: () => readonly { name: string; value: string }[];
  health: KnownHealth;
  /** @returns the required set-up steps and settings that are missing before sales can be opened */
  missingSetupSteps: () => Promise<string[]>;
  /** The checks of `ops doctor`, and what the actions of the set-up need. */
  doctor: SetupActionServices['setup'] & { runChecks(): Promise<readonly DoctorFinding[]> };
  auth: Auth;
  /** @returns undefined if no identity provider is set, or while the provider cannot be reached */
  openOidc: () => Promise<OidcAuth | undefined>;
}

/** `public`: no session needed. `enrolling`: a session is needed, also before the second factor is set up. */
export type Access = 'public' | 'enrolling' | Role;

export interface ConsoleCall<Query = unknown, Body = unknown, Id = unknown> {
  deps: ConsoleDependencies;
  query: Query;
  body: Body;
  /** `:id` of the path. */
  id: Id;
  /** Request headers for better-auth. */
  headers: Headers;
  requestId: string;
  ip: string;
  /** Adds the cookies of better-auth's response to the console's response. */
  relayCookies: (headers: Headers) => void;
  /** @throws TypeError on a public route */
  session: () => ConsoleSession;
  /**
   * Records in the audit log that the operator viewed personal data of the subject, at most once in ten
   * minutes.
   */
  recordRead(action: AuditEntry['action'], subject: AuditEntry['subject']): Promise<void>;
  /** Records other use of the console in the audit log, for example a sign-in or an export. */
  recordUse(entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'>): Promise<void>;
}

export interface ConsoleRoute {
  method: 'GET' | 'POST';
  /** Below `/console/api`. */
  path: string;
  access: Access;
  /** True if the route requires a step-up. */
  stepUp?: boolean;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of `:id`; other ids get a 404. */
  id?: z.ZodType;
  /** Schema of `data`, with which the console's web app parses the response. Required for GET. */
  answer?: z.ZodType | 'file';
  /** @returns `data` of the response, or a `FileAnswer` @throws HttpProblem or Refusal */
  handle: (call: ConsoleCall) => Promise<unknown>;
}

/** Types a route's handler by its schemas. */
export function route<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Id extends z.ZodType,
>(
  definition: Omit<ConsoleRoute, 'method' | 'query' | 'body' | 'id' | 'answer' | 'handle'> & {
    query?: Query;
    body?: Body;
    id?: Id;
    handle: (
      call: ConsoleCall<z.output<Query>, z.output<Body>, z.output<Id>>,
    ) => Promise<z.input<Answer> | FileAnswer>;
  } & ({ method: 'GET'; answer: Answer | 'file' } | { method: 'POST'; answer?: Answer | 'file' }),
): ConsoleRoute {
  // The server parses query, body and id with these schemas before it calls the handler.
  return definition as ConsoleRoute;
}
