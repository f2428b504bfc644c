import type { Command } from '../src/service.ts';

/** Command of a fake app, see `fake-service.ts`. */
export function fakeCommand(name: string, ...args: string[]): Command {
  const script = new URL('fake-service.ts', import.meta.url).pathname;
  return { command: process.execPath, args: [script, name, ...args], cwd: import.meta.dirname };
}

export const fakeCommands = {
  upstream: fakeCommand('upstream'),
  sandbox: fakeCommand('sandbox'),
  bff: fakeCommand('bff'),
};
