/** The state of a page as a file of its own, which the browser fetches with the page's scripts. */
import type { RenderedPage } from '@meridian/contracts/pages/renderer';
import type { StoredAnswer } from '../cache/send-stored.ts';
import { storeBody, storedBytes } from '../cache/stored-body.ts';
import type { Headers } from '../http/security-headers.ts';

export interface StateFile extends StoredAnswer {
  /** Names content and page, so that any replica can make the file from the page. */
  address: string;
}

export const stateFolder = '/page-state/';
/**
 * Most of a state repeats the words of its page, which Brotli stores once where both are in the document. Below this
 * size the file takes more than the document loses.
 */
const leastBytes = 10_000;

/** @param path of the page, as in its address @param etag of the state */
function stateAddress(path: string, etag: string): string {
  return `${stateFolder}${etag.replaceAll('"', '')}${path}`;
}

const stateAddressForm = new RegExp(`^${stateFolder}[\\w-]{22}(/.*)$`);

/** @returns the path of the page of a state file's address; undefined where it is no such address */
export function pageOfState(address: string): string | undefined {
  return stateAddressForm.exec(address)?.[1];
}

/**
 * @param path of the page
 * @returns undefined where the state stays in the document: it is small, of one visitor, or of a page that is not there
 */
export function makeStateFile(path: string, page: RenderedPage, headers: Headers): StateFile | undefined {
  if (page.cache === 'private' || page.status !== 200 || page.state.length < leastBytes) return undefined;
  const body = storeBody(Buffer.from(page.state));
  return {
    ...body,
    address: stateAddress(path, body.etag),
    statusCode: 200,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  };
}

/** A page's states: that of the document, and the one before it, which documents on their way still ask for. */
export function keptStates(state: StateFile | undefined, earlier: readonly StateFile[] = []): StateFile[] {
  const [last] = earlier;
  // The same content keeps its compressed forms.
  if (state && last?.address === state.address) return [...earlier];
  return [state, last].filter((file) => file !== undefined);
}

/** @returns the state file of a page at this address, where the page has it */
export function stateAt(
  page: { states: readonly StateFile[] } | undefined,
  address: string,
): StateFile | undefined {
  return page?.states.find((state) => state.address === address);
}

/** What the states of a page take in memory, in bytes. */
export function statesBytes(states: readonly StateFile[]): number {
  return states.reduce((bytes, state) => bytes + storedBytes(state), 0);
}
