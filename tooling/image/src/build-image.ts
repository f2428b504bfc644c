import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { parseDockerIgnore } from './docker-ignore.ts';
import { type Dockerfile, type Instruction, parseDockerfile, type Stage } from './dockerfile.ts';
import { ImageError } from './image-error.ts';

/** What an engine would make of one target: a tree of files, and how its process is started. */
export type Image = {
  /** Folder that stands for `/` of the image; only what the Dockerfile adds is in it. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  command: readonly string[];
  health: readonly string[];
};

export type BuildOptions = {
  /** The folder with the Dockerfile and what it copies. */
  context: string;
  /** Where the trees are made. */
  target: string;
  /** Of the process that runs the steps: the search path, and how pnpm gets its packages. */
  env: NodeJS.ProcessEnv;
  /** Told of each step before it is run. */
  onStep?: (step: string) => void;
};

const emptyImage = (root: string): Image => ({
  root,
  workdir: '/',
  env: {},
  user: '0:0',
  command: [],
  health: [],
});

function runStep(image: Image, instruction: Instruction, env: NodeJS.ProcessEnv): void {
  const command = instruction.words.join(' ');
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: join(image.root, image.workdir),
    env: { ...env, ...image.env },
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new ImageError(
    `Dockerfile, line ${instruction.line}: RUN ${command} ended with ${status}\n${stdout}${stderr}`,
  );
}

/** Copies like COPY: the content of a folder into a folder, a file under its own name where the goal is a folder. */
function copy(
  image: Image,
  instruction: Instruction,
  source: string,
  ignored: (path: string) => boolean,
): void {
  const from = instruction.words.slice(0, -1);
  const goal = instruction.words.at(-1) ?? '';
  const destination = resolve(join(image.root, goal.startsWith('/') ? '/' : image.workdir), `./${goal}`);
  for (const name of from) {
    const path = join(source, name);
    if (!existsSync(path) || ignored(name))
      throw new ImageError(`Dockerfile, line ${instruction.line}: COPY ${name}: it is not there`);
    const intoFolder = !statSync(path).isDirectory() && (goal.endsWith('/') || goal === '.');
    const copied = intoFolder ? join(destination, basename(name)) : destination;
    mkdirSync(join(copied, '..'), { recursive: true });
    cpSync(path, copied, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) =>
        file === path ||
        !ignored(
          file
            .slice(source.length + 1)
            .split(sep)
            .join('/'),
        ),
    });
    const [uid, gid] = (instruction.flags.chown ?? '').split(':').map(Number);
    // Only root may give files away; an ordinary user runs the trial under its own number.
    if (uid !== undefined && gid !== undefined && instruction.flags.chown && process.getuid?.() === 0)
      chownSync(copied, uid, gid);
  }
}

function assignment(words: readonly string[], line: number): [string, string] {
  const [, name, value] = words[0]?.match(/^(\w+)=(\S*)$/) ?? [];
  if (name === undefined || value === undefined)
    throw new ImageError(`Dockerfile, line ${line}: one NAME=value is understood`);
  return [name, value];
}

/**
 * Runs the steps of a Dockerfile on this machine: RUN in a folder that stands for the image, with the programs of
 * this machine; COPY with the `.dockerignore`. What an engine adds to that is the base image and isolation.
 *
 * @param targets the stages wanted; those that they build on are made too
 * @throws ImageError for a step that fails or cannot be run
 */
export function buildImages<Target extends string>(
  targets: readonly Target[],
  options: BuildOptions,
): Record<Target, Image> {
  const { context, target, env, onStep = () => undefined } = options;
  const dockerfile: Dockerfile = parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'));
  const ignored = parseDockerIgnore(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const built = new Map<string, Image>();

  function imageOf(name: string): Image {
    const stage = dockerfile.stages.find((candidate) => candidate.name === name);
    if (!stage) throw new ImageError(`The Dockerfile has no stage "${name}"`);
    const image = built.get(name) ?? buildStage(stage);
    built.set(name, image);
    return image;
  }

  function usesOf(name: string): number {
    const copies = dockerfile.stages.flatMap(({ instructions }) =>
      instructions.map(({ flags }) => flags.from),
    );
    const bases = dockerfile.stages.map(({ base }) => base);
    return [...copies, ...bases, ...targets].filter((used) => used === name).length;
  }

  function buildStage(stage: Stage): Image {
    const isStage = dockerfile.stages.some(({ name }) => name === stage.base);
    const base = isStage ? imageOf(stage.base) : emptyImage(join(target, stage.name));
    // Half a gigabyte of libraries is not copied where nobody else builds on the stage: its tree is continued.
    const root = isStage && usesOf(stage.base) > 1 ? join(target, stage.name) : base.root;
    if (root !== base.root) cpSync(base.root, root, { recursive: true, verbatimSymlinks: true });
    const image: Image = { ...base, root, env: { ...base.env } };
    mkdirSync(root, { recursive: true });
    for (const instruction of stage.instructions) perform(image, instruction, stage.name);
    return image;
  }

  function perform(image: Image, instruction: Instruction, stage: string): void {
    const { name, words, flags, exec, line } = instruction;
    if (name === 'RUN' || name === 'COPY') onStep(`${stage}: ${name} ${words.join(' ')}`);
    switch (name) {
      case 'WORKDIR':
        image.workdir = words[0] ?? '/';
        mkdirSync(join(image.root, image.workdir), { recursive: true });
        break;
      case 'ENV': {
        const [variable, value] = assignment(words, line);
        image.env[variable] = value;
        break;
      }
      case 'RUN':
        runStep(image, instruction, env);
        break;
      case 'COPY':
        if (flags.from) copy(image, instruction, imageOf(flags.from).root, () => false);
        else copy(image, instruction, context, ignored);
        break;
      case 'USER':
        image.user = words[0] ?? '';
        break;
      case 'CMD':
        // In the shell form a shell would stand between the engine's signals and Node.
        if (!exec) throw new ImageError(`Dockerfile, line ${line}: CMD has to be in exec form`);
        image.command = words;
        break;
      case 'HEALTHCHECK':
        image.health = words;
        break;
      default:
      // ENTRYPOINT [], EXPOSE and STOPSIGNAL leave no trace in the files; the tests of the Dockerfile read them.
    }
  }

  return Object.fromEntries(targets.map((name) => [name, imageOf(name)])) as Record<Target, Image>;
}
