/** Longest preview of a testimonial or a trainer's text, in characters (specification, section 9). */
const previewLength = 100;

/**
 * The beginning of a text. Cuts between code points, never inside one.
 * @returns the text itself when it is short enough, else its first 100 characters and an ellipsis
 */
export function previewOf(text: string, length = previewLength): { text: string; cut: boolean } {
  const characters = [...text];
  if (characters.length <= length) return { text, cut: false };
  return { text: `${characters.slice(0, length).join('').trimEnd()}…`, cut: true };
}
