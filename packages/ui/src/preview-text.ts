/**
 * Maximum length of the preview of a testimonial or trainer text, in characters (specification, section 9).
 */
const previewLength = 100;

/**
 * Preview of a text, cut between code points.
 * @returns the text if it is short enough, otherwise its beginning and an ellipsis; `cut` says whether it was
 *   cut
 */
export function previewOf(text: string, length = previewLength): { text: string; cut: boolean } {
  const characters = [...text];
  if (characters.length <= length) return { text, cut: false };
  return { text: `${characters.slice(0, length).join('').trimEnd()}…`, cut: true };
}
