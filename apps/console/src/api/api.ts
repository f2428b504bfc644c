import type { ActionName, ConfirmedName } from '@meridian/contracts/operators/actions';
import type { AssignmentRow } from '@meridian/contracts/operators/actions/assignments';
import type { OperationProgress } from '@meridian/contracts/operators/actions/operation';
import type { OrderPlan } from '@meridian/contracts/operators/actions/orders';
import type { BatchBoard, BatchPage } from '@meridian/contracts/operators/console/batches';
import type { FunnelKey } from '@meridian/contracts/operators/console/funnel';
import type { Deadlines, Funnel, HealthItem, Trends } from '@meridian/contracts/operators/console/insights';
import type { LeadFilters, LeadPage, LeadRow, SavedView } from '@meridian/contracts/operators/console/leads';
import type { Page } from '@meridian/contracts/operators/console/lists';
import type {
  OperatorRow,
  SecondFactor,
  Setting,
  SignedIn,
} from '@meridian/contracts/operators/console/operators';
import type {
  MoveChoices,
  OrderPage,
  OrderReceipt,
  OrderRow,
} from '@meridian/contracts/operators/console/orders';
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Found } from '@meridian/contracts/operators/console/search';
import type { TodayPage } from '@meridian/contracts/operators/console/today';
import { tags } from '@meridian/contracts/operators/tags';
import { createApi } from '@reduxjs/toolkit/query/react';
import { transport } from './transport.ts';

export interface LeadQuery {
  form?: string | undefined;
  state?: string | undefined;
  course?: string | undefined;
  source?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}
export interface OrderQuery {
  state?: string | undefined;
  cases?: 'open' | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const listContracts = () => import('@meridian/contracts/operators/lists');

/** Parses a response by its contract. The contract is loaded on use, because its schemas need zod. */
export const parsed = <Data>(schema: () => Promise<{ parse(answer: unknown): Data }>) => ({
  transformResponse: async (answer: unknown) => (await schema()).parse(answer),
});

export const paged = {
  initialPageParam: '',
  getNextPageParam: (last: Page<unknown>) => last.next ?? undefined,
  // A refetch reads only the first page, because a list may have a thousand pages.
  refetchCachedPages: false,
};

/**
 * Options for long lists. Structural sharing is off, because comparing all rows costs more with each page.
 */
export const pagedLists = { infiniteQueryOptions: paged, structuralSharing: false };

/**
 * Hook options for data that changes elsewhere: polls while the page is visible. An unchanged response is a
 * 304.
 */
export const followed = { pollingInterval: 15_000, skipPollingIfUnfocused: true };

/** The RTK Query API, which holds all data from the server. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: transport,
  keepUnusedDataFor: 30,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  tagTypes: tags,
  endpoints: (build) => ({
    session: build.query<SignedIn, void>({ query: () => '/session', providesTags: ['Session'] }),
    signIn: build.mutation<object, { email: string; password: string; code: string }>({
      query: (body) => ({ path: '/session', body }),
      invalidatesTags: ['Session'],
    }),
    passkeyOptions: build.mutation<object, void>({
      query: () => ({ path: '/session/passkey/options', body: {} }),
    }),
    signInByPasskey: build.mutation<object, object>({
      query: (response) => ({ path: '/session/passkey', body: { response } }),
      invalidatesTags: ['Session'],
    }),
    oidc: build.query<{ name: string | null }, void>({ query: () => '/session/oidc' }),
    beginOidc: build.mutation<{ url: string }, void>({
      query: () => ({ path: '/session/oidc/begin', body: {} }),
    }),
    finishOidc: build.mutation<object, { code: string; state: string; iss?: string | undefined }>({
      query: (body) => ({ path: '/session/oidc', body }),
      invalidatesTags: ['Session'],
    }),
    newPasskeyOptions: build.mutation<object, void>({
      query: () => ({ path: '/passkeys/options', body: {} }),
    }),
    addPasskey: build.mutation<object, { name: string; response: object }>({
      query: (body) => ({ path: '/passkeys', body }),
      invalidatesTags: ['Operators'],
    }),
    signOut: build.mutation<object, void>({ query: () => ({ path: '/session/end', body: {} }) }),
    prove: build.mutation<object, { code: string }>({
      query: (body) => ({ path: '/step-up', body }),
      invalidatesTags: ['Session'],
    }),
    invitation: build.query<{ email: string; role: Role }, string>({
      query: (token) => ({ path: '/invitations/look', body: { token } }),
    }),
    accept: build.mutation<SecondFactor, { token: string; name: string; password: string }>({
      query: (body) => ({ path: '/invitations/accept', body }),
    }),
    secondFactor: build.mutation<object, { code: string }>({
      query: (body) => ({ path: '/second-factor', body }),
      invalidatesTags: ['Session'],
    }),
    action: build.mutation<{ done: string }, { name: ActionName; input: object; key: string }>({
      query: ({ name, input, key }) => ({ path: `/actions/${name}`, body: input, key }),
    }),
    operation: build.query<OperationProgress, string>({
      ...parsed(
        async () => (await import('@meridian/contracts/operators/actions/operation')).operationProgress,
      ),
      query: (id) => `/operations/${id}`,
    }),
    today: build.query<TodayPage, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/today')).todayPage),
      query: () => '/today',
      providesTags: ['Today'],
    }),
    funnel: build.query<Funnel, { by: FunnelKey; days: number }>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/insights')).funnel),
      query: (query) => ({ path: '/today/funnel', query }),
    }),
    trends: build.query<Trends, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/insights')).trends),
      query: () => '/today/trends',
    }),
    health: build.query<HealthItem[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/insights')).healthItem.array(),
      ),
      query: () => '/today/health',
    }),
    deadlines: build.query<Deadlines, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/insights')).deadlines),
      query: () => '/today/deadlines',
      providesTags: ['Today'],
    }),
    leads: build.infiniteQuery<Page<LeadRow>, LeadQuery, string>({
      ...parsed(async () =>
        (await listContracts()).pageOfRows(
          (await import('@meridian/contracts/operators/console/leads')).leadRow,
        ),
      ),
      ...pagedLists,
      query: ({ queryArg, pageParam }) => ({ path: '/leads', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Leads'],
    }),
    leadFilters: build.query<LeadFilters, void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/leads')).leadFilters),
      query: () => '/leads/filters',
    }),
    views: build.query<SavedView[], void>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/leads')).savedView.array()),
      query: () => '/views',
      providesTags: ['Views'],
    }),
    saveView: build.mutation<object, Omit<SavedView, 'id'>>({
      query: (body) => ({ path: '/views', body }),
      invalidatesTags: ['Views'],
    }),
    deleteView: build.mutation<object, string>({
      query: (id) => ({ path: `/views/${id}/delete`, body: {} }),
      invalidatesTags: ['Views'],
    }),
    search: build.query<Found, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/search')).found),
      query: (search) => ({ path: '/search', query: { search } }),
    }),
    exportRows: build.mutation<{ csv: string; is_cut?: boolean }, { path: string; body: object }>({
      query: ({ path, body }) => ({ path, body }),
    }),
    lead: build.query<LeadPage, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/leads')).leadPage),
      query: (id) => `/leads/${id}`,
      providesTags: ['Lead'],
    }),
    orders: build.infiniteQuery<Page<OrderRow>, OrderQuery, string>({
      ...parsed(async () =>
        (await listContracts()).pageOfRows(
          (await import('@meridian/contracts/operators/console/orders')).orderRow,
        ),
      ),
      ...pagedLists,
      query: ({ queryArg, pageParam }) => ({ path: '/orders', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Orders'],
    }),
    order: build.query<OrderPage, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/orders')).orderPage),
      query: (id) => `/orders/${id}`,
      providesTags: ['Order'],
    }),
    /** Preview of an action. Changes nothing. */
    actionPreview: build.query<
      { done: string; confirm: string; plan: OrderPlan },
      { name: ConfirmedName; input: object }
    >({
      query: ({ name, input }) => ({ path: `/actions/${name}/preview`, body: input }),
      keepUnusedDataFor: 0,
      providesTags: ['Order'],
    }),
    orderReceipt: build.query<OrderReceipt, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/orders')).orderReceipt),
      query: (id) => `/orders/${id}/receipt`,
      keepUnusedDataFor: 0,
    }),
    moveChoices: build.query<MoveChoices, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/orders')).moveChoices),
      query: (id) => `/orders/${id}/batches`,
      keepUnusedDataFor: 0,
    }),
    batches: build.query<BatchBoard, { from: string; to: string; course?: string }>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/batches')).batchBoard),
      query: (query) => ({ path: '/batches', query }),
      providesTags: ['Batches'],
    }),
    batch: build.query<BatchPage, string>({
      ...parsed(async () => (await import('@meridian/contracts/operators/console/batches')).batchPage),
      query: (id) => `/batches/${id}`,
      providesTags: ['Batches'],
    }),
    /** Assignments of one lead or order; without an id, the newest assignments of all. */
    assignments: build.query<AssignmentRow[], string | undefined>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/actions/assignments')).assignmentRow.array(),
      ),
      query: (id) => (id === undefined ? '/assignments' : `/assignments?id=${id}`),
      providesTags: ['Assignments'],
    }),
    settings: build.query<Setting[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/operators')).setting.array(),
      ),
      query: () => '/settings',
    }),
    operators: build.query<OperatorRow[], void>({
      ...parsed(async () =>
        (await import('@meridian/contracts/operators/console/operators')).operatorRow.array(),
      ),
      query: () => '/operators',
      providesTags: ['Operators'],
    }),
  }),
});
