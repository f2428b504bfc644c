/** Removes what tests wrote into the document: the files of a worker share it. Called in the hook of a set-up file. */
export function clearDocument(): void {
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
}
