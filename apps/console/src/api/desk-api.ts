import type { ActionPreview, PreviewRequest } from '@meridian/contracts/operators/actions';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
/** Calls of the pages beside leads and orders; loaded with the first of them. */

import type { ChangeRequestRow } from '@meridian/contracts/console/change-requests';
import type { DataRequestRow } from '@meridian/contracts/console/data-requests';
import type {
  CataloguePage,
  CatalogueSchedule,
  CourseChoice,
  DocumentRow,
  MailPage,
  MailRow,
  SuppressionRow,
  WaitingDocumentRow,
  WorkPage,
} from '@meridian/contracts/console/desk';
import type { DoctorFinding } from '@meridian/contracts/console/doctor';
import type { Page } from '@meridian/contracts/console/lists';
import type { AuditRow, SessionRow } from '@meridian/contracts/console/operators';
import type { ReconciledMonth } from '@meridian/contracts/console/reconciliation';
import type { WaitlistRow } from '@meridian/contracts/console/waitlist';
import type { WebhookRow } from '@meridian/contracts/console/webhooks';
import type { ComplaintPage, ComplaintRow } from '@meridian/contracts/operators/actions/complaints';
import type { ListName, ListPage } from '@meridian/contracts/operators/lists';
import { api, pagedLists } from './api.ts';

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

// Answers are parsed by their contracts, which load on use: their schemas need zod.
const listContracts = () => import('@meridian/contracts/operators/lists');
const deskContracts = () => import('@meridian/contracts/console/desk');

export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    coupons: build.query<CouponRow[], { all: boolean }>({
      transformResponse: async (answer) =>
        (await import('@meridian/contracts/operators/actions/coupons')).couponRow.array().parse(answer),
      query: ({ all }) => ({ path: '/coupons', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['Coupons'],
    }),
    documents: build.infiniteQuery<Page<DocumentRow>, { month?: string | undefined }, string>({
      ...pagedLists,
      transformResponse: async (answer) =>
        (await listContracts()).pageOfRows((await deskContracts()).documentRow).parse(answer),
      query: ({ queryArg, pageParam }) => ({ path: '/documents', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Documents'],
    }),
    waitingDocuments: build.query<WaitingDocumentRow[], void>({
      transformResponse: async (answer) => (await deskContracts()).waitingDocumentRow.array().parse(answer),
      query: () => '/documents/waiting',
      providesTags: ['Documents'],
    }),
    exportDocuments: build.mutation<{ csv: string; documents: number }, { month: string }>({
      query: (body) => ({ path: '/documents/export', body }),
    }),
    mails: build.infiniteQuery<Page<MailRow>, MailQuery, string>({
      ...pagedLists,
      transformResponse: async (answer) =>
        (await listContracts()).pageOfRows((await deskContracts()).mailRow).parse(answer),
      query: ({ queryArg, pageParam }) => ({ path: '/mails', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Mails'],
    }),
    mail: build.query<MailPage, string>({
      transformResponse: async (answer) => (await deskContracts()).mailPage.parse(answer),
      query: (id) => `/mails/${id}`,
      providesTags: ['Mail'],
    }),
    suppressions: build.query<SuppressionRow[], void>({
      transformResponse: async (answer) => (await deskContracts()).suppressionRow.array().parse(answer),
      query: () => '/suppressions',
      providesTags: ['Suppressions'],
    }),
    catalogue: build.query<CataloguePage, void>({
      transformResponse: async (answer) => (await deskContracts()).cataloguePage.parse(answer),
      query: () => '/catalogue',
      keepUnusedDataFor: 0,
    }),
    courseChoices: build.query<CourseChoice[], void>({
      transformResponse: async (answer) => (await deskContracts()).courseChoice.array().parse(answer),
      query: () => '/catalogue/courses',
    }),
    catalogueSchedule: build.query<CatalogueSchedule, string>({
      transformResponse: async (answer) => (await deskContracts()).catalogueSchedule.parse(answer),
      query: (slug) => ({ path: '/catalogue/schedule', query: { slug } }),
      keepUnusedDataFor: 0,
    }),
    previewMessage: build.mutation<
      ActionPreview<'batches.send-message'>,
      PreviewRequest<'batches.send-message'>
    >({
      query: (body) => ({ path: '/actions/batches.send-message/preview', body }),
    }),
    waitlist: build.query<WaitlistRow[], void>({ query: () => '/waitlist', providesTags: ['Waitlist'] }),
    dataRequests: build.query<DataRequestRow[], { all: boolean }>({
      transformResponse: async (answer) =>
        (await import('@meridian/contracts/console/data-requests')).dataRequestRow.array().parse(answer),
      query: ({ all }) => ({ path: '/data-requests', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['DataRequests'],
    }),
    requests: build.query<ChangeRequestRow[], void>({
      transformResponse: async (answer) =>
        (await import('@meridian/contracts/console/change-requests')).changeRequestRow.array().parse(answer),
      query: () => '/requests',
      providesTags: ['Requests'],
    }),
    complaints: build.query<ComplaintRow[], { all: boolean }>({
      transformResponse: async (answer) =>
        (await import('@meridian/contracts/operators/actions/complaints')).complaintRow.array().parse(answer),
      query: ({ all }) => ({ path: '/complaints', query: { all: all ? 'yes' : undefined } }),
      providesTags: ['Complaints'],
    }),
    complaint: build.query<ComplaintPage, string>({
      query: (id) => `/complaints/${id}`,
      providesTags: ['Complaints'],
    }),
    /** A list of the contracts. They load with their screen, since their schemas need zod. */
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
      transformResponse: async (answer) =>
        (await listContracts())
          .pageOfRows((await import('@meridian/contracts/console/operators')).auditRow)
          .parse(answer),
      query: ({ queryArg, pageParam }) => ({ path: '/audit', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Audit'],
    }),
    webhooks: build.infiniteQuery<Page<WebhookRow>, { outcome?: string | undefined }, string>({
      ...pagedLists,
      query: ({ queryArg, pageParam }) => ({ path: '/webhooks', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Webhooks'],
    }),
    reconciliation: build.query<ReconciledMonth, string>({
      query: (month) => ({ path: '/reconciliation', query: { month } }),
    }),
    exportReconciliation: build.mutation<{ csv: string }, { month: string }>({
      query: (body) => ({ path: '/reconciliation/export', body }),
    }),
    doctor: build.query<DoctorFinding[], void>({ query: () => '/work/doctor', keepUnusedDataFor: 0 }),
    work: build.query<WorkPage, void>({
      transformResponse: async (answer) => (await deskContracts()).workPage.parse(answer),
      query: () => '/work',
      providesTags: ['Work'],
    }),
    sessions: build.query<SessionRow[], { operator?: string }>({
      query: (query) => ({ path: '/sessions', query }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<{ done: string }, { id: string }>({
      query: (body) => ({ path: '/sessions/end', body }),
      // Also after a failure: it may have ended.
      invalidatesTags: ['Sessions'],
    }),
  }),
});
