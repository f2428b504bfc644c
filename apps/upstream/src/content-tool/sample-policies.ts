import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { policyNames } from '@meridian/contracts/site/policy-page';
import type { Finding } from '../content/content-error.ts';
import { sampleContentDir } from '../env.ts';

/** A policy with a greater share of the sample's sentences gets a warning. */
const maxShare = 0.3;

/**
 * Sentences with fewer words, such as headings, are not compared, because they are alike in many policies.
 */
const minWords = 6;

async function sentencesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split(/[.!?:]\s|\n/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence.split(' ').length >= minWords);
}

/** @returns a warning for each policy of a folder that has too many sentences of the sample */
export async function findSamplePolicies(contentDir: string): Promise<Finding[]> {
  if (resolve(contentDir) === sampleContentDir) return [];
  const findings = policyNames.map(async (name): Promise<Finding[]> => {
    const file = `pages/${name}.md`;
    const sample = new Set(await sentencesOf(join(sampleContentDir, file)));
    const sentences = await sentencesOf(join(contentDir, file));
    const taken = sentences.filter((sentence) => sample.has(sentence)).length;
    if (taken <= sentences.length * maxShare) return [];
    const message = `has ${taken} of ${sentences.length} sentences from the sample policy: replace them with your own policy`;
    return [{ file, line: 1, field: '', message }];
  });
  return (await Promise.all(findings)).flat();
}
