import type { Instance } from '@meridian/contracts/site/instance';

/** The server's state for hydration, as JSON: inline, or in a file that the document names. */
export interface DocumentState {
  store: { api?: unknown };
  /** The path of the page, if the page is a 404. */
  missingPath?: string;
  /** See `absent-pages.ts`; left out if there are none. */
  absentPages?: readonly string[];
}

/**
 * Reads the state of the document's page. While the site is unreachable, offers a retry.
 * @returns undefined if the file is gone, for example after a deploy; the page then repeats its reads
 */
export async function readDocumentState(): Promise<DocumentState | undefined> {
  const element = document.getElementById('state');
  if (!element) throw new Error('The document has no state');
  const { source } = element.dataset;
  if (source === undefined) return JSON.parse(element.textContent) as DocumentState;
  for (;;) {
    try {
      const answer = await fetch(source);
      return answer.ok ? ((await answer.json()) as DocumentState) : undefined;
    } catch {
      await window.early?.again();
    }
  }
}

/** Reads the instance (brand and settings) for which the document was rendered. */
export function readDocumentInstance(): Instance {
  const element = document.getElementById('instance');
  if (!element) throw new Error('The document has no instance');
  return JSON.parse(element.textContent) as Instance;
}
