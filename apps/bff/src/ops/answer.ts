/** Answers of commands: sentences for people, or one JSON document for scripts. */

export type Print = (line: string) => void;

/**
 * @param json whether a script asks
 * @param data what the script gets, in one document
 * @param lines what people read
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
