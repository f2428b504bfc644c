/**
 * Output of commands: lines for people, or one JSON document for scripts, where every result is a list
 * under its noun (`{"leads": [...]}`).
 */

import { Refusal } from '../../platform/refusal.ts';

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

/**
 * Runs a command.
 * @returns its exit status; 1 for a refusal, which is printed
 */
export async function orRefused(
  { print, json }: { print: Print; json?: boolean | undefined },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    printAnswer(print, json, { error: error.message }, [error.message]);
    return 1;
  }
}
