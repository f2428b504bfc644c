/** Starts the model, which is in `apps/bff/testing`: its types are not part of the lab. */
const model: { command: (args: string[]) => Promise<number> } = await import(
  new URL('../../apps/bff/testing/model/command.ts', import.meta.url).href
);

process.exitCode = await model.command(process.argv.slice(2));
