/** Parses a command's arguments. Each verb has its own options; unknown options are refused. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Print } from './answer.ts';

/** Exit status of a usage error. */
export const usageErrorStatus = 2;

interface Grammar<Options extends ParseArgsOptionsConfig> {
  options: Options;
  /** Verb → its options; '' for no verb. */
  verbs: Record<string, readonly (keyof Options & string)[]>;
  usage: string;
}

function parse<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

export interface ReadArguments<Options extends ParseArgsOptionsConfig> {
  verb: string;
  /** Positional arguments after the verb. */
  rest: string[];
  values: ReturnType<typeof parse<Options>>['values'];
}

/** Removes the advice about quoting from Node's error message. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
}

/**
 * @param args arguments after the command
 * @param print gets the error and the usage
 * @returns undefined for a usage error (exit status 2)
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, verbs, usage }: Grammar<Options>,
  print: Print,
): ReadArguments<Options> | undefined {
  let parsed: ReturnType<typeof parse<Options>>;
  try {
    parsed = parse(args, options);
  } catch (error) {
    print(`${sentenceOf(error)}.\n${usage}`);
    return undefined;
  }
  const { values, positionals } = parsed;
  const [verb = '', ...rest] = positionals;
  const allowed = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (allowed === undefined) {
    print(verb === '' ? usage : `Unknown command "${verb}".\n${usage}`);
    return undefined;
  }
  const unexpected = Object.keys(values).find((name) => !allowed.includes(name));
  if (unexpected !== undefined) {
    print(`--${unexpected} cannot be used with ${verb === '' ? 'the list' : `"${verb}"`}.\n${usage}`);
    return undefined;
  }
  return { verb, rest, values };
}

/**
 * @returns an integer from 1; `max` for larger numbers, `fallback` if the text is undefined, undefined if the
 * text is invalid
 */
export function wholeNumber(text: string | undefined, fallback: number, max: number): number | undefined {
  if (text === undefined) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 ? Math.min(number, max) : undefined;
}

/** Removes `--name VALUE` or `--name=VALUE` from the arguments. @returns undefined if the option is absent */
export function takeOption(
  args: readonly string[],
  name: string,
): { value: string; others: string[] } | undefined {
  const at = args.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = args[at];
  if (word === undefined) return undefined;
  const isPair = word !== name;
  const value = isPair ? word.slice(name.length + 1) : (args[at + 1] ?? '');
  return { value, others: args.toSpliced(at, isPair ? 1 : 2) };
}
