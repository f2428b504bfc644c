/**
 * Calls for changes of a booking, links by email, an abandoned checkout, and showing or erasing a person's
 * data.
 */
import { type AbandonedData, abandonedData } from '@meridian/contracts/enrolment/abandoned';
import {
  type ChangeOutcome,
  type ChangesData,
  changeOutcome,
  changesData,
  type LinkSent,
  linkSent,
  type ManageData,
  manageData,
  type ReceiptLinksAnswer,
  type RequestedChange,
  receiptLinksAnswer,
} from '@meridian/contracts/enrolment/self-service';
import {
  type DataLinkAnswer,
  type DataLinkData,
  type DataRequestKind,
  dataLinkAnswer,
  dataLinkData,
  type ErasureRequested,
  erasureRequested,
} from '@meridian/contracts/privacy/data-requests';
import { api } from '../../../api/api.ts';
import { callQuery } from '../../../api/call-query.ts';

const receiptPath = (token: string) => `/api/receipts/${encodeURIComponent(token)}`;
const linkPath = (link: string) => `/api/manage/${encodeURIComponent(link)}`;
const dataPath = (link: string) => `/api/data-requests/${encodeURIComponent(link)}`;

/** The data is personal and may change elsewhere, so it leaves the cache when its page is left. */
const personal = { keepUnusedDataFor: 0 } as const;

export const selfServiceApi = api.injectEndpoints({
  endpoints: (build) => ({
    bookingChanges: build.query<ChangesData, string>({
      queryFn: (token) => callQuery(`${receiptPath(token)}/changes`, changesData),
      ...personal,
    }),
    managedBooking: build.query<ManageData, string>({
      queryFn: (link) => callQuery(linkPath(link), manageData),
      ...personal,
    }),
    heldData: build.query<DataLinkData, string>({
      queryFn: (link) => callQuery(dataPath(link), dataLinkData),
      ...personal,
    }),
    abandonedCheckout: build.query<AbandonedData, string>({
      queryFn: (token) => callQuery(`/api/unfinished/${token}`, abandonedData),
      ...personal,
    }),
    sendManageLink: build.mutation<LinkSent, string>({
      queryFn: (token) => callQuery(`${receiptPath(token)}/manage-link`, linkSent, {}),
    }),
    requestChange: build.mutation<ChangeOutcome, { token: string; change: RequestedChange }>({
      queryFn: ({ token, change }) => callQuery(`${receiptPath(token)}/requests`, changeOutcome, change),
    }),
    makeChange: build.mutation<ChangeOutcome, { link: string; change: RequestedChange }>({
      queryFn: ({ link, change }) => callQuery(linkPath(link), changeOutcome, change),
    }),
    sendReceiptLinks: build.mutation<ReceiptLinksAnswer, { email: string }>({
      queryFn: (request) => callQuery('/api/receipt-links', receiptLinksAnswer, request),
    }),
    sendDataLink: build.mutation<DataLinkAnswer, { email: string; kind: DataRequestKind }>({
      queryFn: (request) => callQuery('/api/data-requests', dataLinkAnswer, request),
    }),
    requestErasure: build.mutation<ErasureRequested, string>({
      queryFn: (link) => callQuery(dataPath(link), erasureRequested, {}),
    }),
  }),
});
