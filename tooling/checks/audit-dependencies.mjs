/**
 * Dependency audit: `pnpm audit:dependencies`. Fails on high or critical vulnerabilities; warns and passes
 * if the registry is unreachable.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const failing = ['high', 'critical'];

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // A plain-text error instead of a report.
    return undefined;
  }
}

/**
 * @param {string} stdout of `pnpm audit --json`
 * @param {string} stderr
 * @returns {{verdict: 'sound' | 'faulty' | 'unknown', lines: string[]}}
 */
export function judgeAudit(stdout, stderr) {
  const { advisories } = parse(stdout) ?? {};
  if (typeof advisories !== 'object' || advisories === null) {
    const reason = `${stderr}${stdout}`.trim().split('\n').slice(0, 6);
    return {
      verdict: 'unknown',
      lines: ['The dependency audit could not reach its source; nothing was checked:', ...reason],
    };
  }
  const found = Object.values(advisories);
  const lines = found.map(
    ({ severity, module_name: name, title, url }) =>
      `${severity}: ${name}: ${title} (${url ?? 'no address'})`,
  );
  const faulty = found.some(({ severity }) => failing.includes(severity));
  return { verdict: faulty ? 'faulty' : 'sound', lines: [`${found.length} known faults`, ...lines] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout, stderr, error } = spawnSync('pnpm', ['audit', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { verdict, lines } = judgeAudit(stdout ?? '', `${stderr ?? ''}${error?.message ?? ''}`);
  for (const line of lines) console.log(line);
  process.exitCode = verdict === 'faulty' ? 1 : 0;
}
