import { describe, expect, it } from 'vitest';
import { judgeAudit } from './audit-dependencies.mjs';

const report = (...severities) =>
  JSON.stringify({
    advisories: Object.fromEntries(
      severities.map((severity, id) => [
        id,
        { severity, module_name: 'library', title: 'A fault', url: 'https://x' },
      ]),
    ),
    metadata: {},
  });

describe('13.29 the audit of the dependencies', () => {
  it.each([
    [[], 'sound'],
    [['low', 'moderate'], 'sound'],
    [['low', 'high'], 'faulty'],
    [['critical'], 'faulty'],
  ])('13.29 judges %j as %s', (severities, verdict) => {
    const judged = judgeAudit(report(...severities), '');
    expect(judged.verdict).toBe(verdict);
    expect(judged.lines).toHaveLength(severities.length + 1);
  });

  it.each([
    ['', 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n  × The audit endpoint responded with 405'],
    ['', 'spawnSync pnpm ENOENT'],
    ['{"error":{"code":"ENOTFOUND"}}', ''],
    ['null', ''],
  ])('13.29 says where it could not reach its source: %j %j', (stdout, stderr) => {
    const { verdict, lines } = judgeAudit(stdout, stderr);
    expect(verdict).toBe('unknown');
    expect(lines[0]).toMatch(/could not reach its source/);
  });
});
