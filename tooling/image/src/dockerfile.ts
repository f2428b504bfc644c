import { ImageError } from './image-error.ts';

export type Instruction = {
  /** In capitals, such as `COPY`. */
  name: string;
  /** Such as `from` and `chown`, each with its value. */
  flags: Readonly<Record<string, string>>;
  /** The words after the flags: of an exec form its strings, of a shell form one word with all of it. */
  words: readonly string[];
  /** Written as a JSON array. */
  exec: boolean;
  line: number;
};

export type Stage = { name: string; base: string; instructions: readonly Instruction[] };

export type Dockerfile = {
  /** What `ARG` before the first stage sets, with its default. */
  arguments: Readonly<Record<string, string>>;
  stages: readonly Stage[];
};

const listed = new Set(['COPY', 'EXPOSE', 'FROM']);
const known = new Set([
  ...listed,
  ...['ARG', 'CMD', 'ENTRYPOINT', 'ENV', 'HEALTHCHECK', 'RUN', 'STOPSIGNAL', 'USER', 'WORKDIR'],
]);

/** The lines without comments and empty ones, those that end with a backslash joined to the next. */
function* logicalLines(text: string): Generator<{ text: string; line: number }> {
  let begun: { text: string; line: number } | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(raw)) continue;
    const current: { text: string; line: number } = {
      text: (begun?.text ?? '') + raw.replace(/\\\s*$/, ''),
      line: begun?.line ?? index + 1,
    };
    begun = /\\\s*$/.test(raw) ? current : undefined;
    if (!begun) yield current;
  }
}

function execForm(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed) && parsed.every((word) => typeof word === 'string')) return parsed;
  throw new ImageError(`Not a list of strings: ${text}`);
}

function parseInstruction(text: string, line: number): Instruction {
  const [, first = '', rest = ''] = text.trim().match(/^(\S+)\s*([\s\S]*)$/) ?? [];
  const name = first.toUpperCase();
  if (!known.has(name)) throw new ImageError(`Dockerfile, line ${line}: ${name} is not understood here`);
  const flags: Record<string, string> = {};
  let words = rest;
  for (let flag = words.match(/^--([a-z-]+)=(\S+)\s*/); flag; flag = words.match(/^--([a-z-]+)=(\S+)\s*/)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    words = words.slice(flag[0].length);
  }
  // HEALTHCHECK names its command after the flags: CMD and an exec form.
  if (name === 'HEALTHCHECK') words = words.replace(/^CMD\s+/, '');
  const strings = execForm(words);
  return {
    name,
    flags,
    words: strings ?? (listed.has(name) ? words.split(/\s+/) : [words]),
    exec: strings !== null,
    line,
  };
}

/**
 * Reads a Dockerfile, as far as this repository's one goes: no heredocs, no shells of its own, no ONBUILD.
 *
 * @throws ImageError naming the line with an instruction that is not understood
 */
export function parseDockerfile(text: string): Dockerfile {
  const globals: Record<string, string> = {};
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const { text: content, line } of logicalLines(text)) {
    const instruction = parseInstruction(content, line);
    const stage = stages.at(-1);
    if (instruction.name === 'FROM') {
      const [base = '', , name = `${stages.length}`] = instruction.words;
      stages.push({ name, base, instructions: [] });
    } else if (stage) {
      stage.instructions.push(instruction);
    } else {
      const [, name = '', value = ''] = instruction.words[0]?.match(/^(\w+)=?(.*)$/) ?? [];
      globals[name] = value;
    }
  }
  return { arguments: globals, stages };
}
