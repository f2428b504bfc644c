/**
 * Removes what tests wrote into the document, because the test files of a worker share the document. Call
 * this in a hook of a set-up file.
 */
export function clearDocument(): void {
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
}
