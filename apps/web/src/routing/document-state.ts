/** State from the server's render for hydration, as JSON in the document. */
export interface DocumentState {
  store: { api?: unknown };
  /** The path, where the page is a 404 although its address has the form of a page. */
  missingPath?: string;
}
