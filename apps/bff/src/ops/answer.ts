/**
 * Answers of commands: sentences for people, or one JSON document for scripts. What is listed or shown is a list in
 * that document, named after its noun (`{"leads": [...]}`).
 */

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
