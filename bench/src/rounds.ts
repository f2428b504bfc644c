/** One thing that is measured beside others in the same run. */
export interface Contender<Sample> {
  name: string;
  measure: () => Promise<Sample>;
}

/**
 * Measures contenders in alternating rounds: first each once without a result, to warm up; then every round all of
 * them, in turn from the first and from the last, so that none always follows the same neighbour.
 *
 * @param rounds how often each is measured
 * @returns the samples of each contender by its name, in the order of the rounds
 */
export async function alternate<Sample>(
  contenders: readonly Contender<Sample>[],
  rounds: number,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]));
  for (const { measure } of contenders) await measure();
  for (let round = 0; round < rounds; round += 1)
    for (const { name, measure } of round % 2 === 0 ? contenders : contenders.toReversed())
      samples.get(name)?.push(await measure());
  return samples;
}
