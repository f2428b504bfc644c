import type { ActionName, ActionPreview, PreviewRequest } from '@meridian/contracts/operators/actions';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';

/**
 * Calls of the console that are not in `api.ts`. They are loaded with the first page that needs one of them.
 */

import type { ComplaintPage, ComplaintRow } from '@meridian/contracts/operators/actions/complaints';
import type { WebhookAttemptRow, WebhookEndpointRow } from '@meridian/contracts/operators/actions/webhooks';
import type { ChangeRequestRow } from '@meridian/contracts/operators/console/change-requests';
import type { DataRequestRow } from '@meridian/contracts/operators/console/data-requests';
import type {
  CataloguePage,
  CatalogueSchedule,
  CourseChoice,
  DocumentRow,
  ImportKind,
  ImportRow,
  MailPage,
  MailRow,
  SuppressionRow,
  WaitingDocumentRow,
  WorkPage,
} from '@meridian/contracts/operators/console/desk';
import type { DoctorFinding } from '@meridian/contracts/operators/console/doctor';
import type { Page } from '@meridian/contracts/operators/console/lists';
import type { AuditRow, SessionRow } from '@meridian/contracts/operators/console/operators';
import type { ReconciledMonth } from '@meridian/contracts/operators/console/reconciliation';
import type { SalesPage } from '@meridian/contracts/operators/console/sales';
import type { SetupStepRow } from '@meridian/contracts/operators/console/setup';
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import type { WaitlistRow } from '@meridian/contracts/operators/console/waitlist';
import type { WebhookRow } from '@meridian/contracts/operators/console/webhooks';
import type { ListName, ListPage } from '@meridian/contracts/operators/lists';
import { api, pagedLists, parsed } from './api.ts';

export interface AuditQuery {
  operator?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface MailQuery {
  state?: string | undefined;
  order?: string | undefined;
}

// Contracts that parse responses. They are loaded on use, because their schemas need zod.
const listContracts = () => import('@meridian/contracts/operators/lists');
const webhookContracts = () => import('@meridian/contracts/operators/actions/webhooks');
const deskContracts = () => import('@meridian/contracts/operators/console/desk');

export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    coupons: build.query<CouponRow[], { all: boolean }>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/actions/coupons')).couponRow.array(),
      ),
      query: ({ all }) => ({ path: '/coupons', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['Coupons'],
    }),
    sales: build.query<SalesPage, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/sales')).salesPage),
      query: () => '/sales',
      providesTags: ['Sales'],
    }),
    documents: build.infiniteQuery<Page<DocumentRow>, { month?: string | undefined }, string>({
      ...pagedLists,
      ...parsed(async () => (await listContracts()).pageOfRows((await deskContracts()).documentRow)),
      query: ({ queryArg, pageParam }) => ({ path: '/documents', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Documents'],
    }),
    waitingDocuments: build.query<WaitingDocumentRow[], void>({
      ...parsed(async () => (await deskContracts()).waitingDocumentRow.array()),
      query: () => '/documents/waiting',
      providesTags: ['Documents'],
    }),
    mails: build.infiniteQuery<Page<MailRow>, MailQuery, string>({
      ...pagedLists,
      ...parsed(async () => (await listContracts()).pageOfRows((await deskContracts()).mailRow)),
      query: ({ queryArg, pageParam }) => ({ path: '/mails', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Mails'],
    }),
    mail: build.query<MailPage, string>({
      ...parsed(async () => (await deskContracts()).mailPage),
      query: (id) => `/mails/${id}`,
      providesTags: ['Mail'],
    }),
    imports: build.query<ImportRow[], ImportKind>({
      ...parsed(async () => (await deskContracts()).importRow.array()),
      query: (kind) => ({ path: '/imports', query: { kind } }),
      providesTags: ['Imports'],
    }),
    suppressions: build.query<SuppressionRow[], void>({
      ...parsed(async () => (await deskContracts()).suppressionRow.array()),
      query: () => '/suppressions',
      providesTags: ['Suppressions'],
    }),
    catalogue: build.query<CataloguePage, void>({
      ...parsed(async () => (await deskContracts()).cataloguePage),
      query: () => '/catalogue',
      keepUnusedDataFor: 0,
    }),
    courseChoices: build.query<CourseChoice[], void>({
      ...parsed(async () => (await deskContracts()).courseChoice.array()),
      query: () => '/catalogue/courses',
    }),
    catalogueSchedule: build.query<CatalogueSchedule, string>({
      ...parsed(async () => (await deskContracts()).catalogueSchedule),
      query: (slug) => ({ path: '/catalogue/schedule', query: { slug } }),
      keepUnusedDataFor: 0,
    }),
    previewMessage: build.mutation<
      ActionPreview<'batches.send-message'>,
      PreviewRequest<'batches.send-message'>
    >({
      query: (body) => ({ path: '/actions/batches.send-message/preview', body }),
    }),
    /** Preview of an action. Changes nothing. */
    previewAction: build.mutation<unknown, { name: ActionName; input: object }>({
      query: ({ name, input }) => ({ path: `/actions/${name}/preview`, body: input }),
    }),
    batchClass: build.query<ClassPage, number>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/training')).classPage),
      query: (id) => `/batches/${id}/class`,
      providesTags: ['Batches'],
    }),
    /** The preview depends on the batch, so it is refetched together with the batch. */
    previewCertificates: build.query<
      ActionPreview<'batches.issue-certificates'>,
      PreviewRequest<'batches.issue-certificates'>
    >({
      query: (body) => ({ path: '/actions/batches.issue-certificates/preview', body }),
      keepUnusedDataFor: 0,
      providesTags: ['Batches'],
    }),
    waitlist: build.query<WaitlistRow[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/waitlist')).waitlistRow.array(),
      ),
      query: () => '/waitlist',
      providesTags: ['Waitlist'],
    }),
    dataRequests: build.query<DataRequestRow[], { all: boolean }>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/data-requests')).dataRequestRow.array(),
      ),
      query: ({ all }) => ({ path: '/data-requests', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['DataRequests'],
    }),
    requests: build.query<ChangeRequestRow[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/change-requests')).changeRequestRow.array(),
      ),
      query: () => '/requests',
      providesTags: ['Requests'],
    }),
    complaints: build.query<ComplaintRow[], { all: boolean }>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/actions/complaints')).complaintRow.array(),
      ),
      query: ({ all }) => ({ path: '/complaints', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['Complaints'],
    }),
    complaint: build.query<ComplaintPage, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/actions/complaints')).complaintPage),
      query: (id) => `/complaints/${id}`,
      providesTags: ['Complaints'],
    }),
    /**
     * A list that the contracts define. Its contract is loaded with the screen, because the schemas need zod.
     */
    list: build.infiniteQuery<ListPage, { name: ListName; filter?: string | undefined }, string>({
      ...pagedLists,
      query: ({ queryArg: { name, filter }, pageParam }) => ({
        path: `/lists/${name}`,
        query: { filter, before: pageParam },
      }),
      transformResponse: async (answer, _meta, { queryArg: { name } }) =>
        (await listContracts()).listPage(name).parse(answer),
      providesTags: ['Orders'],
    }),
    audit: build.infiniteQuery<Page<AuditRow>, AuditQuery, string>({
      ...pagedLists,
      ...parsed(async () =>
        (await listContracts()).pageOfRows(
          (await import('@meridian/contracts/operators/console/operators')).auditRow,
        ),
      ),
      query: ({ queryArg, pageParam }) => ({ path: '/audit', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Audit'],
    }),
    webhooks: build.infiniteQuery<Page<WebhookRow>, { outcome?: string | undefined }, string>({
      ...parsed(async () =>
        (await listContracts()).pageOfRows(
          (await import('@meridian/contracts/operators/console/webhooks')).webhookRow,
        ),
      ),
      ...pagedLists,
      query: ({ queryArg, pageParam }) => ({ path: '/webhooks', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Webhooks'],
    }),
    webhookEndpoints: build.query<WebhookEndpointRow[], void>({
      ...parsed(async () => (await webhookContracts()).webhookEndpointRow.array()),
      query: () => '/webhook-endpoints',
      providesTags: ['WebhookEndpoints'],
    }),
    webhookAttempts: build.query<WebhookAttemptRow[], { endpoint?: string | undefined }>({
      ...parsed(async () => (await webhookContracts()).webhookAttemptRow.array()),
      query: ({ endpoint }) => ({ path: '/webhook-attempts', query: { endpoint } }),
      providesTags: ['WebhookEndpoints'],
    }),
    reconciliation: build.query<ReconciledMonth, string>({
      ...parsed(
        async () => (await import('@meridian/contracts/operators/console/reconciliation')).reconciledMonth,
      ),
      query: (month) => ({ path: '/reconciliation', query: { month } }),
    }),
    setup: build.query<SetupStepRow[], void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/setup')).setupStep.array()),
      query: () => '/setup',
      providesTags: ['Setup'],
    }),
    reachUrl: build.query<{ url: string }, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/setup')).reachUrl),
      query: () => '/setup/reach',
      keepUnusedDataFor: 0,
    }),
    doctor: build.query<DoctorFinding[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/doctor')).doctorFinding.array(),
      ),
      query: () => '/work/doctor',
      keepUnusedDataFor: 0,
    }),
    work: build.query<WorkPage, void>({
      ...parsed(async () => (await deskContracts()).workPage),
      query: () => '/work',
      providesTags: ['Work'],
    }),
    sessions: build.query<SessionRow[], { operator?: string }>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/operators')).sessionRow.array(),
      ),
      query: (query) => ({ path: '/sessions', query }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<{ done: string }, { id: string }>({
      query: (body) => ({ path: '/sessions/end', body }),
      // Refetches the sessions after a failure too, because the session may already have ended.
      invalidatesTags: ['Sessions'],
    }),
  }),
});
