/** `pnpm contract --upstream URL [--writes] [--json]` */
import { parseArgs } from 'node:util';
import { checkContract, passes } from './check.ts';
import { jsonReport, tableReport } from './report.ts';

const usage = `pnpm contract --upstream URL [--writes] [--json]

Checks an upstream API against the specification, call by call. Without --writes it only reads.
--writes also sends every form and a booking of one seat, each twice with one idempotency key, marked "Contract check".
Exits with 0 if the product can work with this upstream, 1 if a call deviates or does not answer, 2 for invalid arguments.`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    // pnpm passes on a leading `--`.
    args: args[0] === '--' ? args.slice(1) : args,
    options: { upstream: { type: 'string' }, writes: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const { upstream, writes = false, json = false } = values;
  if (upstream === undefined || !/^https?:$/.test(URL.parse(upstream)?.protocol ?? '')) {
    print(usage);
    return 2;
  }
  const results = await checkContract({ upstream, writes });
  if (json) print(jsonReport(upstream, results));
  else for (const line of tableReport(upstream, results)) print(line);
  return passes(results) ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
