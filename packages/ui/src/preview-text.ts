/**
 * Maximum length of the preview of a testimonial or trainer text, in characters (specification, section 9).
 */
const previewLength = 100;

/**
 * Truncates a text between code points.
 * @param length maximum length of the preview in code points, without the ellipsis
 * @returns the text, or its beginning and an ellipsis; `cut` is true if the text was truncated
 */
export function previewOf(text: string, length = previewLength): { text: string; cut: boolean } {
  const characters = [...text];
  if (characters.length <= length) return { text, cut: false };
  return { text: `${characters.slice(0, length).join('').trimEnd()}…`, cut: true };
}
