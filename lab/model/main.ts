/** The model is in the BFF's `testing`, whose types are not the lab's. */
const model: { command: (args: string[]) => Promise<number> } = await import(
  new URL('../../apps/bff/testing/model/command.ts', import.meta.url).href
);

process.exitCode = await model.command(process.argv.slice(2));
