/** State from the server's render for hydration, as JSON: in the document, or in a file that the document names. */
export interface DocumentState {
  store: { api?: unknown };
  /** The path, where the page is a 404 although its address has the form of a page. */
  missingPath?: string;
}

/**
 * Reads the state of the page that the document carries. It waits while the site cannot be reached.
 * @returns undefined where the file is gone, for instance after a deploy: the page's own reads have to take its place
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
