/**
 * Prints the output of commands: lines for people, or one JSON document for scripts. In JSON, lists are under
 * their noun, for example `{"leads": [...]}`.
 */

export type Print = (line: string) => void;

/**
 * @param json print JSON
 * @param data the JSON document
 * @param lines text output
 */
export function printAnswer(
  print: Print,
  json: boolean | undefined,
  data: object,
  lines: readonly string[],
): void {
  if (json) print(JSON.stringify(data, null, 2));
  else lines.forEach(print);
}
