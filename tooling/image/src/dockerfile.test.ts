import { expect, it } from 'vitest';
import { parseDockerfile } from './dockerfile.ts';

it('reads stages, flags, exec forms and lines that go on', () => {
  const { arguments: globals, stages } = parseDockerfile(
    [
      '# a comment',
      'ARG BASE=node:24',
      'FROM $BASE AS build',
      'RUN one && \\',
      '  two',
      '',
      'FROM build',
      'COPY --from=build --chown=1:1 /a b/ c/',
      'HEALTHCHECK --interval=5s CMD ["node", "-e", "x [1]"]',
    ].join('\n'),
  );
  expect(globals).toEqual({ BASE: 'node:24' });
  expect(stages.map(({ name, base }) => [name, base])).toEqual([
    ['build', '$BASE'],
    ['1', 'build'],
  ]);
  expect(stages[0]?.instructions).toEqual([
    { name: 'RUN', flags: {}, words: ['one &&   two'], exec: false, line: 4 },
  ]);
  expect(stages[1]?.instructions).toEqual([
    { name: 'COPY', flags: { from: 'build', chown: '1:1' }, words: ['/a', 'b/', 'c/'], exec: false, line: 8 },
    { name: 'HEALTHCHECK', flags: { interval: '5s' }, words: ['node', '-e', 'x [1]'], exec: true, line: 9 },
  ]);
});

it.each([
  ['ADD . .', 'line 2: ADD is not understood here'],
  ['ONBUILD RUN x', 'line 2: ONBUILD is not understood here'],
  ['CMD [1]', 'Not a list of strings'],
])('refuses %s', (instruction, message) => {
  expect(() => parseDockerfile(`FROM x\n${instruction}`)).toThrow(message);
});
