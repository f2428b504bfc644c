/** The calls that change a booking, or ask for it. */
import {
  type ChangesData,
  changeOutcome,
  changesData,
  linkSent,
  type ManageData,
  manageData,
  type RequestedChange,
} from '@meridian/contracts/checkout/self-service';
import {
  type DataLinkData,
  dataLinkData,
  erasureAsked,
} from '@meridian/contracts/personal-data/data-requests';
import { callApi, unexpectedError } from '../../../api/call.ts';

export type Answer<Data> = { data: Data } | { message: string };

interface Schema<Data> {
  safeParse(value: unknown): { data?: Data };
}

async function ask<Data>(path: string, schema: Schema<Data>, body?: object): Promise<Answer<Data>> {
  const result = await callApi(path, body);
  if ('error' in result) {
    const [fault] = Object.values(result.error.errors ?? {}).flat();
    return { message: fault ?? result.error.message };
  }
  const { data } = schema.safeParse(result.data);
  return data === undefined ? { message: unexpectedError } : { data };
}

const receiptCall = (token: string) => `/api/receipts/${encodeURIComponent(token)}`;
const linkCall = (link: string) => `/api/manage/${encodeURIComponent(link)}`;

export const readChanges = (token: string): Promise<Answer<ChangesData>> =>
  ask(`${receiptCall(token)}/changes`, changesData);
export const sendLink = (token: string) => ask(`${receiptCall(token)}/manage-link`, linkSent, {});
export const requestChange = (token: string, requested: RequestedChange) =>
  ask(`${receiptCall(token)}/requests`, changeOutcome, requested);
export const readLink = (link: string): Promise<Answer<ManageData>> => ask(linkCall(link), manageData);
export const makeChange = (link: string, requested: RequestedChange) =>
  ask(linkCall(link), changeOutcome, requested);

const dataCall = (link: string) => `/api/data-requests/${encodeURIComponent(link)}`;

export const readDataLink = (link: string): Promise<Answer<DataLinkData>> =>
  ask(dataCall(link), dataLinkData);
export const askErasure = (link: string) => ask(dataCall(link), erasureAsked, {});
