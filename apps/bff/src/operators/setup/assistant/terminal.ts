import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

export interface Terminal {
  say(line: string): void;
  /**
   * @param options.isSecret if true, the answer is not echoed
   * @returns undefined after the end of the input or Ctrl-C
   */
  ask(question: string, options?: { isSecret?: boolean }): Promise<string | undefined>;
  close(): void;
}

/** Opens a dialogue on a terminal, or on piped input with one answer per line. */
export function openTerminal(input: Readable & { isTTY?: boolean }, output: NodeJS.WritableStream): Terminal {
  let isMuted = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: echo, terminal: input.isTTY ?? false });
  /** Piped lines that arrived before their question. */
  const early: string[] = [];
  let take: ((line: string | undefined) => void) | undefined;
  let isClosed = false;
  const answer = (line: string | undefined) => {
    const waiting = take;
    take = undefined;
    if (waiting) waiting(line);
    else if (line !== undefined) early.push(line);
  };
  lines.on('line', answer);
  lines.on('close', () => {
    isClosed = true;
    answer(undefined);
  });
  return {
    say: (line) => output.write(`${line}\n`),
    async ask(question, { isSecret = false } = {}) {
      output.write(question);
      isMuted = isSecret;
      const line =
        early.shift() ??
        (isClosed ? undefined : await new Promise<string | undefined>((resolve) => (take = resolve)));
      isMuted = false;
      if (isSecret || !input.isTTY) output.write('\n');
      return line?.trim();
    },
    close: () => lines.close(),
  };
}
