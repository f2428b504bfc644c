/**
 * Stores the state of a page in a separate file, which the browser fetches together with the page's scripts.
 */
import type { RenderedPage } from '@meridian/contracts/site/renderer';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { storeBody, storedBytes } from '../../platform/cache/stored-body.ts';
import type { Headers } from '../../platform/http/security-headers.ts';

export interface StateFile extends StoredAnswer {
  /**
   * URL that identifies the content and the page, so that any replica can make the file by rendering the
   * page.
   */
  address: string;
}

export const stateFolder = '/page-state/';
/**
 * Min size of a state file in bytes. A state mostly repeats the text of its page, and Brotli stores the
 * repetition only once if both are in the document. Below this size the separate file costs more than it
 * saves in the document.
 */
const minBytes = 10_000;

/** @param path of the page @param etag of the state */
function stateAddress(path: string, etag: string): string {
  return `${stateFolder}${etag.replaceAll('"', '')}${path}`;
}

const stateAddressForm = new RegExp(`^${stateFolder}[\\w-]{22}(/.*)$`);

/**
 * @returns the path of the page from the URL of a state file; undefined if the URL is not one of a state file
 */
export function pageOfState(address: string): string | undefined {
  return stateAddressForm.exec(address)?.[1];
}

/**
 * @param path of the page
 * @returns undefined if the state stays inline: it is small, personal, or that of a missing page
 */
export function makeStateFile(path: string, page: RenderedPage, headers: Headers): StateFile | undefined {
  if (page.cache === 'private' || page.status !== 200 || page.state.length < minBytes) return undefined;
  const body = storeBody(Buffer.from(page.state));
  return {
    ...body,
    address: stateAddress(path, body.etag),
    statusCode: 200,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  };
}

/** The current state and the previous one, to which documents sent earlier still refer. */
export function recentStates(state: StateFile | undefined, earlier: readonly StateFile[] = []): StateFile[] {
  const [last] = earlier;
  // Unchanged content keeps its compressed copies.
  if (state && last?.address === state.address) return [...earlier];
  return [state, last].filter((file) => file !== undefined);
}

/** @returns the state file with this URL, if the page has it */
export function stateAt(
  page: { states: readonly StateFile[] } | undefined,
  address: string,
): StateFile | undefined {
  return page?.states.find((state) => state.address === address);
}

/** Memory used by the states of a page, in bytes. */
export function statesBytes(states: readonly StateFile[]): number {
  return states.reduce((bytes, state) => bytes + storedBytes(state), 0);
}
