import type {
  AuditRow,
  CancellationPreview,
  LeadPage,
  LeadRow,
  OperatorRow,
  OrderPage,
  OrderRow,
  Page,
  SecondFactor,
  Setting,
  SignedIn,
  TodayPage,
} from '@meridian/contracts/console/answers';
import type { Role } from '@meridian/contracts/console/roles';
import { createApi } from '@reduxjs/toolkit/query/react';
import { transport } from './transport.ts';

export interface LeadQuery {
  form?: string | undefined;
  state?: string | undefined;
  search?: string | undefined;
}
export interface OrderQuery {
  state?: string | undefined;
  cases?: 'open' | undefined;
  search?: string | undefined;
}
export interface Cancellation {
  seats?: number | undefined;
  by_policy: boolean;
  note: string;
}

const paged = {
  initialPageParam: '',
  getNextPageParam: (last: Page<unknown>) => last.next ?? undefined,
};

/** The one owner of the server's data. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: transport,
  keepUnusedDataFor: 30,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  tagTypes: ['Session', 'Today', 'Leads', 'Lead', 'Orders', 'Order', 'Operators'],
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
    newPasskeyOptions: build.mutation<object, void>({
      query: () => ({ path: '/passkeys/options', body: {} }),
    }),
    addPasskey: build.mutation<object, { name: string; response: object }>({
      query: (body) => ({ path: '/passkeys', body }),
      invalidatesTags: ['Operators'],
    }),
    signOut: build.mutation<object, void>({ query: () => ({ path: '/session/end', body: {} }) }),
    prove: build.mutation<object, { code: string }>({
      query: (body) => ({ path: '/proof', body }),
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
    today: build.query<TodayPage, void>({ query: () => '/today', providesTags: ['Today'] }),
    leads: build.infiniteQuery<Page<LeadRow>, LeadQuery, string>({
      infiniteQueryOptions: paged,
      query: ({ queryArg, pageParam }) => ({ path: '/leads', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Leads'],
    }),
    exportLeads: build.mutation<{ csv: string; leads: number }, LeadQuery>({
      query: (body) => ({ path: '/leads/export', body }),
    }),
    lead: build.query<LeadPage, string>({ query: (id) => `/leads/${id}`, providesTags: ['Lead'] }),
    changeLead: build.mutation<object, { id: string; deed: 'resend' | 'release' | 'erase' }>({
      query: ({ id, deed }) => ({ path: `/leads/${id}/${deed}`, body: {} }),
      invalidatesTags: ['Leads', 'Lead', 'Today'],
    }),
    editLead: build.mutation<object, { id: string; values: Record<string, string> }>({
      query: ({ id, values }) => ({ path: `/leads/${id}/edit`, body: { values } }),
      invalidatesTags: ['Leads', 'Lead', 'Today'],
    }),
    orders: build.infiniteQuery<Page<OrderRow>, OrderQuery, string>({
      infiniteQueryOptions: paged,
      query: ({ queryArg, pageParam }) => ({ path: '/orders', query: { ...queryArg, before: pageParam } }),
      providesTags: ['Orders'],
    }),
    order: build.query<OrderPage, string>({ query: (id) => `/orders/${id}`, providesTags: ['Order'] }),
    cancellation: build.query<CancellationPreview, { id: string; seats?: number | undefined }>({
      query: ({ id, seats }) => ({ path: `/orders/${id}/cancellation`, query: { seats } }),
      providesTags: ['Order'],
      keepUnusedDataFor: 0,
    }),
    cancelSeats: build.mutation<{ done: string }, Cancellation & { id: string }>({
      query: ({ id, ...body }) => ({ path: `/orders/${id}/cancel`, body }),
      invalidatesTags: ['Orders', 'Order', 'Today'],
    }),
    decide: build.mutation<
      { done: string },
      { id: string; deed: 'book' | 'unbook' | 'close' | 'refund'; note: string }
    >({
      query: ({ id, deed, note }) => ({ path: `/orders/${id}/${deed}`, body: { note } }),
      invalidatesTags: ['Orders', 'Order', 'Today'],
    }),
    closeCase: build.mutation<{ done: string }, { id: string; note: string }>({
      query: ({ id, note }) => ({ path: `/cases/${id}/close`, body: { note } }),
      invalidatesTags: ['Orders', 'Order', 'Today'],
    }),
    settings: build.query<Setting[], void>({ query: () => '/settings' }),
    operators: build.query<OperatorRow[], void>({ query: () => '/operators', providesTags: ['Operators'] }),
    invite: build.mutation<{ link: string }, { email: string; role: Role }>({
      query: (body) => ({ path: '/operators/invite', body }),
      invalidatesTags: ['Operators'],
    }),
    disable: build.mutation<object, { email: string }>({
      query: (body) => ({ path: '/operators/disable', body }),
      invalidatesTags: ['Operators'],
    }),
    reset: build.mutation<{ link: string }, { email: string }>({
      query: (body) => ({ path: '/operators/reset', body }),
      invalidatesTags: ['Operators'],
    }),
    audit: build.query<AuditRow[], void>({ query: () => '/audit', keepUnusedDataFor: 0 }),
  }),
});
